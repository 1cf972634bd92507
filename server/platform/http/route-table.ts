import type { FastifyInstance } from "fastify";

/** Pages with a parameter, such as `/:category`, match these addresses too, but do not answer them. */
const isApi = (path: string) => /^\/api(\/|$)/.test(path);

export type RouteTable = { allowedMethods(path: string): string[]; all(): Route[] };
type Route = { methods: string[]; url: string; pattern: RegExp };

/** Records every route as it is registered, to distinguish a wrong method from an unknown path. */
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
          .filter((route) => !route.url.endsWith("*") && isApi(route.url) === isApi(path) && route.pattern.test(path))
          .flatMap((route) => route.methods),
      ),
    ],
    all: () => routes,
  };
}
