import type { FastifyInstance } from "fastify";

/** Pages with a parameter, such as `/:category`, match these URLs too, but do not handle them. */
const isApi = (path: string) => /^\/api(\/|$)/.test(path);

export type RouteTable = { allowedMethods(path: string): string[]; all(): Route[] };
type Route = { methods: string[]; url: string; pattern: RegExp };

/** What follows a parameter's name: the shape that its value must have. */
const SHAPE = /(?<=:\w+)\(\^(.*)\$\)/;

function patternOf(url: string): string {
  const shape = SHAPE.exec(url)?.[1] ?? "[^/]+";
  return url
    .replace(SHAPE, "")
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replace(/:[^/]+/g, () => shape)
    .replace(/\*/g, ".*");
}

/** Records every route as it is registered, to distinguish a wrong method from an unknown path. */
export function recordRoutes(app: FastifyInstance): RouteTable {
  const routes: Route[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    const methods = [method].flat();
    routes.push({ methods, url: url.replace(SHAPE, ""), pattern: new RegExp(`^${patternOf(url)}$`) });
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
