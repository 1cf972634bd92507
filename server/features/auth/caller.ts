import type { FastifyRequest } from "fastify";

const AGENT_MAX_CHARS = 300;

/** Where a request comes from, as the list of sessions shows it. */
export type Caller = {
  address: string;
  /** What the browser calls itself. */
  agent: string;
};

export const callerOf = ({ ip, headers }: FastifyRequest): Caller => ({
  address: ip,
  agent: (headers["user-agent"] ?? "").slice(0, AGENT_MAX_CHARS),
});
