import type { FastifyInstance } from "fastify";

export type RouteTable = { allowedMethods(path: string): string[]; all(): Route[] };
type Route = { methods: string[]; url: string; pattern: RegExp };

/** Remembers every route as it is registered, so that a wrong method can be told from a wrong address. */
export function recordRoutes(app: FastifyInstance): RouteTable {
  const routes: Route[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    const methods = [method].flat();
    const pattern = new RegExp(
      `^${url
        .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
        .replace(/:[^/]+/g, "[^/]+")
        .replace(/\*/g, ".*")}$`,
    );
    routes.push({ methods, url, pattern });
  });
  return {
    allowedMethods: (path) => [
      ...new Set(
        routes
          .filter((route) => !route.url.endsWith("*") && route.pattern.test(path))
          .flatMap((route) => route.methods),
      ),
    ],
    all: () => routes,
  };
}
