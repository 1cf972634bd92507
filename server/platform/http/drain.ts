import type { FastifyInstance } from "fastify";
import { unavailable } from "../../errors.ts";

const PATIENCE_MS = 10_000;

/** A stop waits for running requests, but not for idle connections or for clients that read a byte a second. */
export function installDrain(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook("onRequest", async () => {
    if (isClosing) throw unavailable("The server is shutting down. Please try again in a moment.");
  });
  app.addHook("preClose", async () => {
    isClosing = true;
    // A connection that becomes idle during the stop would otherwise stay for the whole keep-alive time.
    app.server.keepAliveTimeout = 1;
    setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS).unref();
  });
}
