import { queryOptions } from "@tanstack/react-query";
import { getStorage } from "../../../contract/storage.ts";
import { call } from "../../api/call.ts";
import { queryKey } from "./query-key.ts";

export const storageQuery = queryOptions({
  queryKey: queryKey(getStorage),
  queryFn: ({ signal }) => call(getStorage, { signal }),
});
