import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { z } from "zod";
import {
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  routeOf,
} from "../../../contract/endpoint.ts";
import type { TokenScope } from "../../../contract/limits.ts";
import { type AppError, entityNotFound, invalid, isEntity, notFound } from "../../errors.ts";
import { describeIssue } from "./describe-issue.ts";
import type { PublicCache } from "./public-cache.ts";

export type Call<E extends Endpoint> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/**
 * Connects an endpoint of the contract to its handler. Validates both request and response: a field that is not in the
 * contract never leaves the server.
 */
export function handle<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  respond: (call: Call<E>) => Promise<ResponseOf<E>>,
): void {
  app.route({
    method: endpoint.method as HTTPMethods,
    url: routeOf(endpoint),
    ...scopeOf(endpoint),
    handler: async (request, reply) => {
      const result = await respond(readCall(endpoint, request, reply));
      reply.status(endpoint.status ?? 200);
      return responseOf(endpoint, result);
    },
  });
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** What a token of the account needs for this route. Without one, only the signed-in owner may call it. */
    scope?: TokenScope;
  }
}

/** The options of a route that is registered without `handle`. */
export const scopeOf = ({ scope }: Endpoint): { config: { scope?: TokenScope } } => ({
  config: scope ? { scope } : {},
});

/** The same for responses that are identical for every visitor: cached as ready bytes until something changes. */
export function handlePublic<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  cache: PublicCache,
  respond: (call: Call<E>) => Promise<ResponseOf<E>>,
): void {
  app.route({
    method: endpoint.method as HTTPMethods,
    url: routeOf(endpoint),
    handler: (request, reply) =>
      cache.send(request, reply, async () => {
        const result = await respond(readCall(endpoint, request, reply));
        return { type: "application/json; charset=utf-8", body: JSON.stringify(responseOf(endpoint, result)) };
      }),
  });
}

function responseOf(endpoint: Endpoint, result: unknown): object {
  // All responses of the contract are objects.
  const fields = endpoint.response.parse(result) as object;
  return endpoint.bare ? fields : { success: true, ...fields };
}

export function readCall<E extends Endpoint>(endpoint: E, request: FastifyRequest, reply: FastifyReply): Call<E> {
  const params = endpoint.params?.safeParse(request.params);
  if (endpoint.params && params?.success === false) throw namedNotFound(endpoint.params, params.error);
  // These are the output types of the endpoint's own schemas.
  return {
    params: params?.data as ParamsOf<E>,
    query: parse(endpoint.query, request.query) as QueryOf<E>,
    body: parse(endpoint.body, request.body ?? {}) as BodyOf<E>,
    request,
    reply,
  };
}

/** An id that cannot exist is a thing not found, not an invalid request. The contract says what the parameter names. */
function namedNotFound(schema: z.ZodType, error: z.ZodError): AppError {
  const name = String(error.issues[0]?.path[0]);
  const { entity } = (schema instanceof z.ZodObject && z.globalRegistry.get(schema.shape[name])) || {};
  return isEntity(entity) ? entityNotFound(entity) : notFound();
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { error: describeIssue });
  if (result.success) return result.data;
  const errors: Record<string, string[]> = {};
  for (const issue of result.error.issues) {
    const field = issue.path[0]?.toString() ?? "body";
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  throw invalid(errors);
}
