import type { FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { originOf } from "../../platform/http/origin.ts";

/** Where a ceremony with a passkey takes place. A passkey works only at the host it was made for. */
export type Site = { origin: string; rpId: string };

/** As for every absolute URL: PUBLIC_URL, else the host that the browser requested. */
export function siteOf({ config }: Deps, { headers }: FastifyRequest): Site {
  const origin = originOf(config, headers);
  const url = URL.parse(origin);
  if (!url) throw new AppError(400, "BAD_REQUEST", "The request names no host");
  return { origin: url.origin, rpId: url.hostname };
}
