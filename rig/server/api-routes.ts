import type { TestServer } from "./start-test-server.ts";

/** Every method of every route of the API, with the URL filled in by `fill`. */
export function apiRoutes(server: TestServer, fill: (name: string) => string) {
  return server.routes
    .all()
    .filter((route) => route.url.startsWith("/api/v1"))
    .flatMap((route) =>
      route.methods
        .filter((method) => method !== "HEAD")
        .map((method) => ({
          method,
          url: route.url.replace(/:(\w+)/g, (_, name: string) => fill(name)),
          hasParameters: route.url.includes(":"),
        })),
    );
}
