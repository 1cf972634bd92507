import helmet from "@fastify/helmet";
import fastify, { type FastifyInstance } from "fastify";
import { API_PREFIX } from "../contract/endpoint.ts";
import type { Deps } from "./deps.ts";
import { installErrorHandler, installNotFound } from "./platform/http/error-handler.ts";
import { recordRoutes } from "./platform/http/route-table.ts";

const JSON_MAX_BYTES = 1024 * 1024;

/** Every feature and guard, registered explicitly. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: deps.log,
    disableRequestLogging: true,
    bodyLimit: JSON_MAX_BYTES,
    trustProxy: deps.config.trustProxy,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 500 },
  });
  const routes = recordRoutes(app);
  installErrorHandler(app);
  installNotFound(app, routes.allowedMethods);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:", "blob:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
      },
    },
    // The site may be used over plain http in a local network: whoever ends TLS decides on this.
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  });

  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async () => {
    await deps.db.selectFrom("setting").select("key").limit(1).execute();
    await deps.storage.check();
    return { status: "ready" };
  });

  await app.register(async (publicApi) => {
    void publicApi;
  });
  await app.register(async (admin) => {
    void admin;
  });
  void API_PREFIX;
  return app;
}
