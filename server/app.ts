import helmet from "@fastify/helmet";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import type { Deps } from "./deps.ts";
import { authRoutes } from "./features/auth/auth.routes.ts";
import { requireAdmin } from "./features/auth/require-admin.ts";
import { installErrorHandler, installNotFound } from "./platform/http/error-handler.ts";
import { recordRoutes } from "./platform/http/route-table.ts";

const JSON_MAX_BYTES = 1024 * 1024;

/** Every feature and guard, registered explicitly. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
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

  await app.register(async (auth) => {
    auth.addHook("onRequest", neverStored);
    authRoutes(auth, deps);
  });
  await app.register(async (_publicApi) => {});
  await app.register(async (admin) => {
    admin.addHook("onRequest", neverStored);
    admin.addHook("onRequest", requireAdmin(deps));
  });
  return app;
}

async function neverStored(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header("cache-control", "no-store");
}
