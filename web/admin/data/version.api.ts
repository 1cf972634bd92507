import { getVersion, listChanges } from "../../../contract/updates.ts";
import { endpointQuery } from "./endpoint-query.ts";

export const versionQuery = endpointQuery(getVersion);
export const changesQuery = endpointQuery(listChanges);
