import type { FastifyInstance } from "fastify";

const PATIENCE_MS = 10_000;

/** Stopping waits for answers on their way, but neither for idle connections nor for those who read a byte a second. */
export function installDrain(app: FastifyInstance): void {
  app.addHook("preClose", async () => {
    // A connection that gets idle only after the stop began would stay for the whole keep-alive time.
    app.server.keepAliveTimeout = 1;
    setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS).unref();
  });
}
