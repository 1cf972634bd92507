import type { ErrorResponse } from "react-router";

/**
 * Thrown by a loader, or embedded by the server, where a path leads nowhere. A plain value in the router's own shape,
 * so that the server's rendering and the browser's first one are the same.
 */
export function pageNotFound(message: string): ErrorResponse {
  return Object.assign({ status: 404, statusText: "Not Found", data: message }, { internal: false });
}
