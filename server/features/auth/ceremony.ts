import type { FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { requireOrigin } from "../../platform/http/origin.ts";

/** Where a ceremony with a passkey takes place. A passkey works only at the host it was made for. */
export type Site = { origin: string; rpId: string };

/** As for every absolute URL: PUBLIC_URL, else the host that the browser requested. */
export function siteOf({ config }: Deps, { headers }: FastifyRequest): Site {
  const url = new URL(requireOrigin(config, headers));
  return { origin: url.origin, rpId: url.hostname };
}
