import { getTrashRetention } from "../../../contract/trash.ts";
import { endpointQuery } from "./endpoint-query.ts";

export const retentionQuery = endpointQuery(getTrashRetention, ({ retention }) => retention);
