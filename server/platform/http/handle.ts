import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type { z } from "zod";
import {
  API_PREFIX,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from "../../../contract/endpoint.ts";
import { invalid, notFound } from "../../errors.ts";

export type Call<E extends Endpoint> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/**
 * Connects an endpoint of the contract to the code that answers it. What comes in is checked, and so is what goes out:
 * a field that the contract does not name never leaves the server.
 */
export function handle<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  answer: (call: Call<E>) => Promise<ResponseOf<E>>,
): void {
  app.route({
    method: endpoint.method as HTTPMethods,
    url: API_PREFIX + endpoint.path,
    handler: async (request, reply) => {
      const result = await answer(readCall(endpoint, request, reply));
      reply.status(endpoint.status ?? 200);
      // The contract's type of the answer is what its own schema gives back.
      return { success: true, ...(endpoint.response.parse(result) as object) };
    },
  });
}

export function readCall<E extends Endpoint>(endpoint: E, request: FastifyRequest, reply: FastifyReply): Call<E> {
  const params = endpoint.params?.safeParse(request.params);
  // An id that cannot be one names nothing.
  if (params && !params.success) throw notFound();
  // Parsed by the endpoint's own schemas, whose output types these are.
  return {
    params: params?.data as ParamsOf<E>,
    query: parse(endpoint.query, request.query) as QueryOf<E>,
    body: parse(endpoint.body, request.body ?? {}) as BodyOf<E>,
    request,
    reply,
  };
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors: Record<string, string[]> = {};
  for (const issue of result.error.issues) {
    const field = issue.path[0]?.toString() ?? "body";
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  throw invalid(errors);
}
