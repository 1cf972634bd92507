import { expect, test } from "vitest";
import { startTestServer } from "../../../rig/server/start-test-server.ts";

type Operation = {
  operationId: string;
  security?: object[];
  parameters: { name: string; in: string; required: boolean }[];
  responses: Record<string, object>;
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties: Record<string, unknown> }> };
};

/** For people, not for programs. */
const ROOM_PAGES = /^\/s\/:token\/((photo|images|as)\/|cover\.jpg$)/;
/** The forms of a browser without JavaScript. */
const isPickForm = (method: string, url: string) =>
  method === "POST" && (url.endsWith("/picks/:photoId") || url.endsWith("/pins/:pinId"));

async function readDocument() {
  const server = await startTestServer();
  const response = await server.visitor.fetch("/api/v1/openapi.json");
  expect(response.headers.get("content-type")).toMatch("application/json");
  // These tests check its shape.
  const document = (await response.json()) as Document;
  return { ...server, document };
}

test("the OpenAPI document has every call that the server has, and no other", async () => {
  const { document, routes } = await readDocument();

  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const served = routes
    .all()
    .filter(({ url }) => url.startsWith("/api/v1/") || (url.startsWith("/s/:token/") && !ROOM_PAGES.test(url)))
    .filter(({ url }) => !url.endsWith("*") && url !== "/api/v1/openapi.json")
    .flatMap(({ methods, url }) =>
      methods
        .filter((method) => method !== "HEAD" && !isPickForm(method, url))
        .map((method) => `${method} ${url.replace(/:(\w+)/g, "{$1}")}`),
    );
  expect(document.openapi).toBe("3.1.0");
  expect(described.sort()).toEqual([...new Set(served)].sort());
});

test("it has parameters, statuses, entities and what needs a token", async () => {
  const { document } = await readDocument();

  expect(document.paths["/api/v1/albums/{slug}"]?.get).toMatchObject({
    operationId: "getAlbum",
    parameters: [{ name: "slug", in: "path", required: true }],
  });
  expect(document.paths["/api/v1/albums/{slug}"]?.get?.security).toEqual([]);
  const create = document.paths["/api/v1/admin/albums"]?.post;
  expect(Object.keys(create?.responses ?? {})).toEqual(["201", "400", "401", "403", "413", "415", "422", "default"]);
  expect(create?.security).toEqual([{ token: [] }]);
  expect(Object.keys(document.components.schemas.AdminPhoto?.properties ?? {})).toContain("quick_collection");
});

test("every reference in it resolves", async () => {
  const { document } = await readDocument();

  const references = JSON.stringify(document).match(/#\/components\/schemas\/\w+/g) ?? [];

  expect(references.length).toBeGreaterThan(20);
  for (const reference of new Set(references)) {
    expect(document.components.schemas).toHaveProperty(reference.split("/").at(-1) ?? "");
  }
});
