import type { z } from "zod";
import type { TokenScope } from "./limits.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE" | "PATCH" | "OPTIONS";

/** Everything both sides must agree on about one call. Paths are relative to API_PREFIX. */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> = {
  method: Method;
  path: `/${string}`;
  summary: string;
  /** What a token of another program needs for it. Without one, only the signed-in owner may call it. */
  scope?: TokenScope;
  /** A parameter with `.meta({ entity: "Photo" })` whose value cannot exist is a 404 "Photo not found". */
  params?: Params;
  query?: Query;
  body?: Body;
  /** The name of the file field when the body is a multipart form. */
  files?: string;
  /** The fields next to `success: true`, which every response except a bare one has. */
  response: Response;
  /** The body is `response` itself, without `success`. */
  bare?: true;
  /** The path begins at the site's root instead of API_PREFIX. */
  isOutsideApi?: true;
  /** The body is a file of this media type, and `response` describes nothing. */
  file?: "text/csv" | "application/zip";
  /** The status of a success if it is not 200. */
  status?: 201 | 202 | 204;
  /** A call of the tus protocol: what it says is in headers, and a success has no body. */
  tus?: true;
};

export const API_PREFIX = "/api/v1";

/** From the site's root, with the names of its parameters. */
export const routeOf = ({ path, isOutsideApi }: Pick<Endpoint, "path" | "isOutsideApi">) =>
  isOutsideApi ? path : API_PREFIX + path;

export function endpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodType,
>(definition: Endpoint<Params, Query, Body, Response>): Endpoint<Params, Query, Body, Response> {
  return definition;
}

export type ParamsOf<E extends Endpoint> = z.output<NonNullable<E["params"]>>;
export type QueryOf<E extends Endpoint> = z.output<NonNullable<E["query"]>>;
export type BodyOf<E extends Endpoint> = z.output<NonNullable<E["body"]>>;
export type ResponseOf<E extends Endpoint> = z.output<E["response"]>;

/** What a caller passes in, before defaults and coercions. */
export type CallInput<E extends Endpoint> = {
  params?: z.input<NonNullable<E["params"]>>;
  query?: z.input<NonNullable<E["query"]>>;
  body?: z.input<NonNullable<E["body"]>>;
};
