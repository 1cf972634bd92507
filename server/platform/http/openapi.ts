import { z } from "zod";
import * as albums from "../../../contract/albums.ts";
import * as auth from "../../../contract/auth.ts";
import * as categories from "../../../contract/categories.ts";
import * as curation from "../../../contract/curation.ts";
import { API_PREFIX, type Endpoint } from "../../../contract/endpoint.ts";
import * as photos from "../../../contract/photos.ts";
import * as variants from "../../../contract/pictures.ts";
import * as site from "../../../contract/site.ts";
import * as trash from "../../../contract/trash.ts";
import * as uploads from "../../../contract/uploads.ts";

const MODULES = { albums, auth, categories, curation, photos, site, trash, uploads, variants };

type JsonSchema = Record<string, unknown>;

/** The contract as an OpenAPI 3.1 document, whose schemas are those of JSON Schema. */
export function describeApi(): object {
  const named = z.registry<{ id: string }>();
  const components: Record<string, unknown> = { Failure: FAILURE };
  const paths: Record<string, Record<string, object>> = {};
  for (const [tag, module] of Object.entries(MODULES)) {
    for (const [name, value] of Object.entries(module)) {
      // Entities have names that begin with a capital; they are described once and referred to.
      if (value instanceof z.ZodObject && /^[A-Z]/.test(name)) named.add(value, { id: name });
    }
    for (const [name, value] of Object.entries(module)) {
      if (!isEndpoint(value)) continue;
      const path = API_PREFIX + value.path.replace(/:(\w+)/g, "{$1}");
      const method = value.method.toLowerCase();
      paths[path] = { ...paths[path], [method]: { operationId: name, tags: [tag], ...describe(value) } };
    }
  }

  function describe(endpoint: Endpoint): object {
    const fields = schemaOf(endpoint.response, "output");
    const answer = endpoint.bare ? fields : { allOf: [SUCCESS, fields] };
    return {
      summary: endpoint.summary,
      parameters: [...parameters(endpoint.params, "path"), ...parameters(endpoint.query, "query")],
      ...requestBody(endpoint),
      responses: {
        [endpoint.status ?? 200]: {
          description: endpoint.summary,
          content: { "application/json": { schema: answer } },
        },
        default: { description: "A refusal or a fault", content: { "application/json": { schema: ref("Failure") } } },
      },
      ...(needsToken(endpoint) && { security: [{ token: [] }] }),
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

  function parameters(schema: z.ZodType | undefined, place: "path" | "query"): object[] {
    if (!schema) return [];
    const { properties = {}, required = [] } = schemaOf(schema, "input") as {
      properties?: Record<string, JsonSchema>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === "path" || required.includes(name),
      schema: property,
    }));
  }

  function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
    const text = JSON.stringify(z.toJSONSchema(schema, { io, metadata: named, unrepresentable: "any" }));
    const { $defs, $schema: _, ...rest } = JSON.parse(text.replaceAll("#/$defs/", "#/components/schemas/"));
    Object.assign(components, $defs);
    // `success` stands beside the fields, which would otherwise say that there is nothing else.
    delete rest.additionalProperties;
    return rest;
  }

  return {
    openapi: "3.1.0",
    info: { title: "Vitrine", version: "1", description: "A photographer's portfolio site and its library." },
    paths,
    components: { schemas: components, securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  };
}

const SUCCESS = { type: "object", properties: { success: { const: true } }, required: ["success"] };
const FAILURE = {
  type: "object",
  properties: {
    success: { const: false },
    message: { type: "string", description: "A sentence fit for the screen" },
    errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
  },
  required: ["success", "message"],
};

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const needsToken = ({ path }: Endpoint) =>
  path.startsWith("/admin/") || path === "/auth/user" || path === "/auth/logout";

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "response" in value;
}
