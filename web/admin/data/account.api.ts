import { queryOptions } from "@tanstack/react-query";
import * as account from "../../../contract/account.ts";
import { call } from "../../api/call.ts";
import { queryKey } from "./query-key.ts";

export const accountQuery = queryOptions({
  queryKey: queryKey(account.getAccount),
  queryFn: ({ signal }) => call(account.getAccount, { signal }),
});
