import type { ErrorResponse } from "react-router";

/**
 * Thrown by a loader, or embedded by the server, for a page that does not exist. A plain value in the router's own
 * shape, so that the server and the browser render the same first page.
 */
export function pageNotFound(message: string): ErrorResponse {
  return Object.assign({ status: 404, statusText: "Not Found", data: message }, { internal: false });
}
