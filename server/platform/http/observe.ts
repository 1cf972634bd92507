import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import { notFound } from "../../errors.ts";
import type { Metrics } from "../metrics.ts";
import { isLocalRequest } from "./local-request.ts";
import { loggedPath } from "./security-headers.ts";

/** Logs and counts every answered request, without the secrets that its query or its path may contain. */
export function installObservation(app: FastifyInstance, { metrics }: { metrics: Metrics }): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const seconds = reply.elapsedTime / 1000;
    const status = reply.statusCode;
    metrics.countRequest({ method: request.method, route: request.routeOptions.url ?? "unknown", status, seconds });
    const outcome = { method: request.method, path: loggedPath(request.url), status, seconds, address: request.ip };
    if (status >= 500) request.log.warn(outcome, "responded");
    else request.log.info(outcome, "responded");
    done();
  });
}

/** Open to anyone with the token. If none is configured, only to this machine, and not through a proxy on it. */
export function metricsRoute(app: FastifyInstance, { metrics, config }: { metrics: Metrics; config: Config }): void {
  app.get("/metrics", async (request, reply) => {
    if (!(config.metricsToken ? hasToken(request, config.metricsToken) : isLocalRequest(config, request)))
      throw notFound();
    return reply
      .type("text/plain; version=0.0.4; charset=utf-8")
      .header("cache-control", "no-store")
      .send(await metrics.text());
  });
}

function hasToken(request: FastifyRequest, token: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? "");
  const right = Buffer.from(`Bearer ${token}`);
  return given.length === right.length && timingSafeEqual(given, right);
}
