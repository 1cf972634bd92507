import { request as rawRequest } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import type { Failure } from "../contract/errors.ts";
import { startTestServer, type TestServer } from "../rig/server/start-test-server.ts";

type Operation = { responses: Record<string, unknown>; parameters: { in: string }[]; requestBody?: object };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { Failure: { properties: { code: { enum: string[] } } } } };
};
type Call = { method: string; path: string; operation: Operation };

/** Requests that must fail, whatever the call. Undefined: this call cannot fail that way. */
const FAILURES: Record<string, (call: Call, server: TestServer) => Promise<Response> | undefined> = {
  "without a token": ({ method, path }, { visitor }) =>
    path.startsWith("/api/v1/admin/") ? visitor.fetch(fill(path), { method }) : undefined,
  "with a parameter that names nothing": ({ method, path, operation }, { admin }) =>
    operation.parameters.some((parameter) => parameter.in === "path") && !operation.requestBody
      ? admin.fetch(fill(path), { method })
      : undefined,
  "with a body that is not JSON": (call, server) => sendBody(call, server, "{", "application/json"),
  "with text for a body": (call, server) => sendBody(call, server, "title=x", "text/plain"),
  "with a list for a body": (call, server) =>
    call.operation.requestBody ? sendBody(call, server, "[]", "application/json") : undefined,
  "with every field of the wrong type": (call, server) =>
    call.operation.requestBody ? sendBody(call, server, WRONG_TYPES, "application/json") : undefined,
};

const FIELDS = [
  ...["title", "category", "description", "photo_ids", "album_ids", "ids", "action", "sha256", "variant", "force"],
  ...["name", "email", "password", "password_confirmation", "featured", "cover_photo_id"],
];
const WRONG_TYPES = JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, { odd: true }])));

for (const [how, request] of Object.entries(FAILURES)) {
  test(`every call ${how} fails with a documented status, code and sentence`, async () => {
    const server = await startTestServer();
    const document = await readDocument(server);
    let count = 0;
    for (const call of callsOf(document)) {
      // Would end the session, or count against the limit of sign-ins.
      if (/\/auth\/(logout|login)$/.test(call.path) && how !== "with text for a body") continue;
      const response = await request(call, server);
      // A call whose fields are all optional may accept this.
      if (!response || response.ok) continue;
      count++;
      const failure = await expectFailure(response, document);
      const what = `${call.method} ${call.path}: ${response.status} ${JSON.stringify(failure)}`;
      expect(Object.keys(call.operation.responses), what).toContain(String(response.status));
    }
    expect(count).toBeGreaterThan(10);
  });
}

test("every unknown path that begins with /api is 404 JSON", async () => {
  const server = await startTestServer();
  const document = await readDocument(server);
  for (const path of [
    "/api",
    "/api/",
    "/api?x=1",
    "/api/v1",
    "/api/v1/",
    "/api/foo",
    "/api/v1/foo/bar",
    "/api/v2/site",
  ]) {
    for (const method of ["GET", "POST", "DELETE"]) {
      const response = await server.admin.fetch(path, { method });
      expect([method, path, response.status]).toEqual([method, path, 404]);
      expect((await expectFailure(response, document)).code).toBe("NOT_FOUND");
    }
  }
});

test("a request that never reaches a route gets a code as well", async () => {
  const server = await startTestServer();
  const codes = {
    method: (await readFailure(await server.visitor.fetch("/api/v1/site", { method: "DELETE" }))).code,
    "broken escape": JSON.parse(await asWritten(server.node.url, "/api/v1/albums/%zz")).code,
    "no HTTP": await rawCode(server.node.url, "rubbish\r\n\r\n"),
    "two hosts": await rawCode(server.node.url, "GET /contact HTTP/1.1\r\nhost: a.example\r\nHost: b.example\r\n\r\n"),
    "huge headers": await rawCode(server.node.url, `GET / HTTP/1.1\r\nhost: x\r\nx: ${"x".repeat(20_000)}\r\n\r\n`),
  };
  expect(codes).toEqual({
    method: "METHOD_NOT_ALLOWED",
    "broken escape": "BAD_REQUEST",
    "no HTTP": "BAD_REQUEST",
    "two hosts": "BAD_REQUEST",
    "huge headers": "HEADERS_TOO_LARGE",
  });
});

test("texts about wrong fields are sentences", async () => {
  const { admin, visitor } = await startTestServer();
  const post = async (client: typeof admin, path: string, body: object) => {
    const headers = { "content-type": "application/json" };
    const response = await client.fetch(`/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return (await readFailure(response)).errors;
  };
  expect(await post(admin, "/admin/albums", {})).toEqual({
    title: ["Enter a title"],
    category: ["Category is required"],
  });
  expect(await post(admin, "/admin/albums", { title: "Album", category: "macro" })).toEqual({
    category: [expect.stringMatching(/category/i)],
  });
  expect(await post(admin, "/admin/albums", { title: " ", category: "urban" })).toEqual({ title: ["Enter a title"] });
  expect(await post(admin, "/admin/albums", { title: "x".repeat(201), category: "urban" })).toEqual({
    title: ["Title must have at most 200 characters"],
  });
  expect(await post(visitor, "/auth/login", {})).toEqual({
    email: ["Enter your email address"],
    password: ["Enter a password"],
  });
  expect(await post(admin, "/admin/photos/bulk", { ids: [1], action: "burn" })).toEqual({
    action: [expect.stringMatching(/^Action must be one of update, .*trash/)],
  });
  expect(await post(admin, "/admin/batch-processing/start", { force: "yes", limit: -1 })).toEqual({
    force: ["Force must be true or false"],
    limit: ["Limit must be at least 0"],
  });
});

/** The words of the validation library, or internals. */
const NOT_FOR_PEOPLE = /invalid input|invalid option|expected |received|too big|too small|zod|undefined|NaN|\$|FST_/i;

async function expectFailure(response: Response, document: Document): Promise<Failure> {
  const failure = await readFailure(response);
  expect(failure.success).toBe(false);
  expect(document.components.schemas.Failure.properties.code.enum).toContain(failure.code);
  for (const text of [failure.message, ...Object.values(failure.errors ?? {}).flat()]) {
    expect(text).toMatch(/^[A-Z].*\w/);
    expect(text).not.toMatch(NOT_FOR_PEOPLE);
  }
  return failure;
}

// The tests check its shape.
const readFailure = async (response: Response) => (await response.json()) as Failure;

async function readDocument({ visitor }: TestServer): Promise<Document> {
  return (await (await visitor.fetch("/api/v1/openapi.json")).json()) as Document;
}

const callsOf = ({ paths }: Document): Call[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

const fill = (path: string) => path.replace(/\{\w+\}/g, "99999999999999");

function sendBody({ method, path }: Call, { admin }: TestServer, body: string, type: string) {
  if (method === "GET") return undefined;
  return admin.fetch(path.replace(/\{\w+\}/g, "1"), { method, body, headers: { "content-type": type } });
}

/** fetch would refuse to send such a path. */
function asWritten(url: string, path: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = rawRequest({ hostname, port, path }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () => resolve(body));
    });
    sent.once("error", reject);
    sent.end();
  });
}

function rawCode(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let response = "";
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setEncoding("utf8").on("data", (chunk) => {
      response += chunk;
    });
    socket.once("error", reject);
    socket.once("close", () => resolve((JSON.parse(response.split("\r\n\r\n")[1] ?? "{}") as Failure).code));
  });
}
