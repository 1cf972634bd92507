import type { IncomingMessage } from "node:http";
import type { Config } from "../../config.ts";

/** Whose request it is, where Fastify's `request.ip` is not there yet: as many proxies back as `TRUST_PROXY` says. */
export function ipOf({ trustProxy }: Config, { headers, socket }: IncomingMessage): string {
  const forwarded = trustProxy > 0 ? String(headers["x-forwarded-for"] ?? "").split(",") : [];
  const named = forwarded.map((address) => address.trim()).filter((address) => address !== "");
  // The last is the nearest.
  const hops = [socket.remoteAddress ?? "", ...named.reverse()];
  return hops[Math.min(trustProxy, hops.length - 1)] ?? "";
}
