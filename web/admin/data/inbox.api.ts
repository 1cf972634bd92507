import { getInbox } from "../../../contract/inbox.ts";
import { endpointQuery } from "./endpoint-query.ts";

export const inboxQuery = endpointQuery(getInbox);
