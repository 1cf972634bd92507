import { queryOptions } from "@tanstack/react-query";
import { getTrashRetention } from "../../../contract/trash.ts";
import { call } from "../../api/call.ts";
import { queryKey } from "./query-key.ts";

export const retentionQuery = queryOptions({
  queryKey: queryKey(getTrashRetention),
  queryFn: async ({ signal }) => (await call(getTrashRetention, { signal })).retention,
});
