import { z } from "zod";
import * as account from "../../../contract/account.ts";
import * as activity from "../../../contract/activity.ts";
import * as albums from "../../../contract/albums.ts";
import * as auth from "../../../contract/auth.ts";
import * as categories from "../../../contract/categories.ts";
import * as curation from "../../../contract/curation.ts";
import { type Endpoint, routeOf } from "../../../contract/endpoint.ts";
import { ERROR_CODES } from "../../../contract/errors.ts";
import * as library_export from "../../../contract/export.ts";
import * as first_steps from "../../../contract/first-steps.ts";
import * as inbox from "../../../contract/inbox.ts";
import * as messages from "../../../contract/messages.ts";
import * as passkeys from "../../../contract/passkeys.ts";
import * as photos from "../../../contract/photos.ts";
import * as pictures from "../../../contract/pictures.ts";
import * as publishing from "../../../contract/publishing.ts";
import * as room_visits from "../../../contract/room-visits.ts";
import * as rooms from "../../../contract/rooms.ts";
import * as sequences from "../../../contract/sequences.ts";
import * as site from "../../../contract/site.ts";
import * as site_pictures from "../../../contract/site-pictures.ts";
import * as storage from "../../../contract/storage.ts";
import * as tokens from "../../../contract/tokens.ts";
import * as trash from "../../../contract/trash.ts";
import * as updates from "../../../contract/updates.ts";
import * as uploads from "../../../contract/uploads.ts";
import * as visitor_data from "../../../contract/visitor-data.ts";
import * as written_pages from "../../../contract/written-pages.ts";

/** The contract's files, and what their calls are about. */
const TAGS: Record<string, [calls: object, about: string]> = {
  account: [account, "The owner's account, its password and its sessions"],
  activity: [activity, "What happened, and who did it"],
  albums: [albums, "Albums and the order of their photos"],
  auth: [auth, "First start, signing in and out"],
  categories: [categories, "The categories of the public site"],
  curation: [curation, "Favorites, featured content and the quick collection"],
  export: [library_export, "The way out: the whole library as one ZIP"],
  first_steps: [first_steps, "The checklist of a new owner"],
  inbox: [inbox, "Photos that other programs put into a folder of the server"],
  passkeys: [passkeys, "Signing in with passkeys (WebAuthn)"],
  messages: [messages, "Messages of visitors"],
  photos: [photos, "The photo library"],
  pictures: [pictures, "Sizes of photos, made after uploads, on demand and in batches"],
  publishing: [publishing, "Programs that publish here"],
  rooms: [rooms, "Viewing rooms: private links for clients, with selections and delivery"],
  room_visits: [room_visits, "What someone with a room's link can do"],
  sequences: [sequences, "The line of an album: its panels and their versions"],
  site: [site, "The site's own texts"],
  site_pictures: [site_pictures, "The site's portrait, logo and icon"],
  storage: [storage, "Disk space and backups"],
  tokens: [tokens, "Tokens by which other programs read and publish"],
  trash: [trash, "Deleting and restoring photos"],
  updates: [updates, "The version that runs, what it brought, and a newer one"],
  uploads: [uploads, "Uploading photos"],
  visitor_data: [visitor_data, "How long messages and viewing rooms are kept"],
  written_pages: [written_pages, "Pages that the owner writes, and the journal"],
};

type JsonSchema = Record<string, unknown>;

/** The contract as an OpenAPI 3.1 document, whose schemas are those of JSON Schema. */
export function describeApi(): object {
  const named = z.registry<{ id: string }>();
  const components: Record<string, unknown> = { Failure: FAILURE };
  const paths: Record<string, Record<string, object>> = {};
  for (const [tag, [calls]] of Object.entries(TAGS)) {
    for (const [name, value] of Object.entries(calls)) {
      // Entities have names that begin with a capital. They are described once and referenced.
      if (value instanceof z.ZodObject && /^[A-Z]/.test(name)) named.add(value, { id: name });
    }
    for (const [name, value] of Object.entries(calls)) {
      if (!isEndpoint(value)) continue;
      const path = routeOf(value).replace(/:(\w+)/g, "{$1}");
      const method = value.method.toLowerCase();
      paths[path] = { ...paths[path], [method]: { operationId: name, tags: [tag], ...describe(value) } };
    }
  }

  function describe(endpoint: Endpoint): object {
    const fields = schemaOf(endpoint.response, "output");
    const body = endpoint.bare ? fields : { allOf: [SUCCESS, fields] };
    return {
      summary: endpoint.summary,
      parameters: [...parameters(endpoint.params, "path"), ...parameters(endpoint.query, "query")],
      ...requestBody(endpoint),
      responses: {
        [endpoint.status ?? 200]: {
          description: endpoint.summary,
          ...(!endpoint.tus && {
            content: endpoint.file ? { [endpoint.file]: {} } : { "application/json": { schema: body } },
          }),
        },
        ...Object.fromEntries(failuresOf(endpoint).map((status) => [status, failure(FAILURES[status])])),
        default: failure("Any other failure"),
      },
      security: needsToken(endpoint) ? [{ token: [] }] : [],
      // What a token of the account needs; without it, only that of a session will do.
      ...(endpoint.scope && { "x-token-scope": endpoint.scope }),
    };
  }

  function requestBody({ body, files }: Endpoint): object {
    if (files) {
      const list = { type: "array", items: { type: "string", contentMediaType: "application/octet-stream" } };
      const schema = { type: "object", properties: { [files]: list }, required: [files] };
      return { requestBody: { required: true, content: { "multipart/form-data": { schema } } } };
    }
    if (!body) return {};
    return { requestBody: { required: true, content: { "application/json": { schema: schemaOf(body, "input") } } } };
  }

  function parameters(schema: z.ZodType | undefined, location: "path" | "query"): object[] {
    if (!schema) return [];
    const { properties = {}, required = [] } = schemaOf(schema, "input") as {
      properties?: Record<string, JsonSchema>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: location,
      required: location === "path" || required.includes(name),
      schema: property,
    }));
  }

  function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
    const text = JSON.stringify(z.toJSONSchema(schema, { io, metadata: named, unrepresentable: "any" }));
    const { $defs, $schema: _, ...rest } = JSON.parse(text.replaceAll("#/$defs/", "#/components/schemas/"));
    Object.assign(components, $defs);
    // Otherwise the schema would forbid `success`, which every response has as well.
    if (rest.additionalProperties === false) delete rest.additionalProperties;
    return rest;
  }

  return {
    openapi: "3.1.0",
    info: {
      title: "Vitrine",
      version: "1",
      description: "A photographer's portfolio site and its library.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This site" }],
    tags: Object.entries(TAGS).map(([name, [, description]]) => ({ name, description })),
    paths,
    components: { schemas: components, securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  };
}

const SUCCESS = { type: "object", properties: { success: { const: true } }, required: ["success"] };
const FAILURE = {
  type: "object",
  properties: {
    success: { const: false },
    code: { enum: ERROR_CODES, description: "Stable: programs may branch on it" },
    message: { type: "string", description: "A sentence for a person" },
    errors: {
      type: "object",
      description: "What is wrong with which field",
      additionalProperties: { type: "array", items: { type: "string" } },
    },
  },
  required: ["success", "code", "message"],
};

const FAILURES = {
  400: "The request could not be read",
  401: "No valid token, or wrong credentials",
  403: "Not allowed",
  404: "Not found",
  412: "The header Tus-Resumable is missing",
  413: "The body is too large",
  415: "The body has the wrong media type",
  422: "A field is not valid",
} as const;

function failuresOf({ path, params, query, body, files, tus, method }: Endpoint): (keyof typeof FAILURES)[] {
  const takesBody = body !== undefined || files !== undefined;
  return [
    400,
    ...(needsToken({ path }) || path === "/auth/login" || path === "/auth/passkey" ? [401 as const] : []),
    ...(path.startsWith("/admin/") || path === "/auth/register" ? [403 as const] : []),
    // The contact form can be off.
    ...(params || path.startsWith("/contact") ? [404 as const] : []),
    ...(tus && method !== "OPTIONS" ? [412 as const] : []),
    ...(method === "GET" ? [] : [413 as const, 415 as const]),
    ...(takesBody || query ? [422 as const] : []),
  ];
}

const failure = (description: string) => ({
  description,
  content: { "application/json": { schema: ref("Failure") } },
});

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const needsToken = ({ path }: Pick<Endpoint, "path">) =>
  path.startsWith("/admin/") || path === "/auth/user" || path === "/auth/logout";

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "response" in value;
}
