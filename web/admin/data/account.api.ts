import { getAccount } from "../../../contract/account.ts";
import { endpointQuery } from "./endpoint-query.ts";

export const accountQuery = endpointQuery(getAccount);
