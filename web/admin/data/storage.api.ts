import { getStorage } from "../../../contract/storage.ts";
import { endpointQuery } from "./endpoint-query.ts";

export const storageQuery = endpointQuery(getStorage);
