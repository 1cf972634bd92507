import { getVisitorData } from "../../../contract/visitor-data.ts";
import { endpointQuery } from "./endpoint-query.ts";

export const visitorDataQuery = endpointQuery(getVisitorData, ({ visitor_data }) => visitor_data);
