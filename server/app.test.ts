import { request as rawRequest } from "node:http";
import { expect, test } from "vitest";
import { logout } from "../contract/auth.ts";
import { createClient } from "../rig/client.ts";
import { startTestServer, type TestServer } from "./testing/start-test-server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Every method of every route of the API, with the address filled in by `fill`. */
function apiRoutes(server: TestServer, fill: (name: string) => string) {
  return server.routes
    .all()
    .filter((route) => route.url.startsWith("/api/v1"))
    .flatMap((route) =>
      route.methods
        .filter((method) => method !== "HEAD")
        .map((method) => ({ method, url: route.url.replace(/:(\w+)/g, (_, name: string) => fill(name)) })),
    );
}

const adminRoutes = (server: TestServer) =>
  apiRoutes(server, () => "1").filter((route) => route.url.startsWith("/api/v1/admin"));

test("no admin route answers without a valid token", async () => {
  const server = await startTestServer();
  const revoked = server.admin;
  const routes = adminRoutes(server);
  expect(routes.length).toBeGreaterThan(20);
  await revoked.call(logout);

  const callers = {
    none: server.visitor,
    broken: createClient(server.url, "broken!"),
    unknown: createClient(server.url, "A".repeat(43)),
    revoked,
  };
  for (const [kind, caller] of Object.entries(callers)) {
    for (const { method, url } of routes) {
      const answer = await caller.fetch(url, { method });
      expect([kind, method, url, answer.status]).toEqual([kind, method, url, 401]);
      expect(await answer.json()).toEqual({ success: false, code: "UNAUTHORIZED", message: "Please sign in" });
    }
  }
});

test("no admin route answers an expired token", async () => {
  const server = await startTestServer();
  server.clock.advanceMs(30 * DAY_MS + 1);

  for (const { method, url } of adminRoutes(server)) {
    expect([method, url, (await server.admin.fetch(url, { method })).status]).toEqual([method, url, 401]);
  }
});

test("no spelling of an admin address gets around the guard", async () => {
  const server = await startTestServer();
  const spellings = [
    "/api/v1//admin/photos",
    "//api/v1/admin/photos",
    "/api/v1/admin/photos/",
    "/api/v1/ADMIN/photos",
    "/API/v1/admin/photos",
    "/api/v1/%61dmin/photos",
    "/api/v1/admin%2fphotos",
    "/api/v1/./admin/photos",
    "/api/v1/x/../admin/photos",
    "/api/v1/admin/photos;x=1",
    "/api/v1/admin/photos%00",
    "/api/v1/admin/photos?/api/v1/auth/setup",
    "/healthz/../api/v1/admin/photos",
    "/%2e%2e/api/v1/admin/photos",
  ];
  for (const path of spellings) {
    const { status, body } = await asWritten(server.url, path);
    expect([path, [400, 401, 404].includes(status), status]).toEqual([path, true, status]);
    expect(body).not.toContain("next_cursor");
  }
});

test("a garbage body is refused with a sentence, on every call", async () => {
  const server = await startTestServer();
  for (const { method, url } of apiRoutes(server, () => "1").filter((route) => route.method !== "GET")) {
    // Ending the session would make the other attempts 401.
    if (endsSession(method, url) || url.endsWith("/auth/login") || url.endsWith("/auth/register")) continue;
    for (const body of RUBBISH) {
      const answer = await server.admin.fetch(url, { method, body, headers: { "content-type": "application/json" } });
      await expectCivil(answer, `${method} ${url} ${body.slice(0, 60)}`);
    }
  }
}, 300_000);

test("no JSON crashes a call", async () => {
  const server = await startTestServer();
  const random = randomFrom(20_261_115);
  const routes = apiRoutes(server, () => "1").filter(
    ({ method, url }) => method !== "GET" && !url.includes("/auth/") && !endsSession(method, url),
  );
  for (let round = 0; round < 30; round++) {
    for (const { method, url } of routes) {
      const body = JSON.stringify(randomJson(random, 3));
      const answer = await server.admin.fetch(url, { method, body, headers: { "content-type": "application/json" } });
      await expectCivil(answer, `${method} ${url} ${body}`);
    }
  }
}, 300_000);

test("garbage sent to sign-in is refused with a sentence", async () => {
  const server = await startTestServer();
  for (const path of ["/api/v1/auth/login", "/api/v1/auth/register"]) {
    for (const body of RUBBISH) {
      const answer = await server.visitor.fetch(path, {
        method: "POST",
        body,
        headers: { "content-type": "application/json" },
      });
      await expectCivil(answer, `${path} ${body.slice(0, 60)}`);
    }
  }
});

test("garbage in an address is not found, not an error", async () => {
  const server = await startTestServer();
  for (const value of ODD_PARAMETERS) {
    for (const { method, url } of apiRoutes(server, () => encodeURIComponent(value))) {
      if (url.includes("/auth/")) continue;
      const answer = await server.admin.fetch(
        `${url}?cursor=${encodeURIComponent(value)}&q=${encodeURIComponent(value)}`,
        {
          method,
        },
      );
      await expectCivil(answer, `${method} ${url}`);
    }
  }
}, 300_000);

test("garbage in a page's address is a 404 page", async () => {
  const { visitor } = await startTestServer();
  for (const value of ODD_PARAMETERS.map(encodeURIComponent)) {
    for (const path of [
      `/${value}`,
      `/urban/${value}`,
      `/urban/album/photo/${value}`,
      `/images/${value}/thumb-1.jpg`,
    ]) {
      const { status } = await visitor.fetch(path);
      expect([path, status]).toEqual([path, 404]);
    }
  }
});

test("unreadable, oversized and mislabelled bodies each have their own status", async () => {
  // Sent to the node directly: it closes the connection on a huge body, and a proxy might not read its answer in time.
  const { nodeUrl } = await startTestServer();
  const post = (body: string, type: string) =>
    fetch(`${nodeUrl}/api/v1/auth/login`, { method: "POST", body, headers: { "content-type": type } });

  expect((await post("{", "application/json")).status).toBe(400);
  expect((await post(`"${"x".repeat(2_000_000)}"`, "application/json")).status).toBe(413);
  expect((await post("email=a", "application/x-www-form-urlencoded")).status).toBe(415);
  expect((await post("<a/>", "text/xml")).status).toBe(415);
});

test("a wrong method gets the list of right ones, on every route", async () => {
  const server = await startTestServer();
  const routes = Map.groupBy(
    apiRoutes(server, () => "1"),
    ({ url }) => url,
  );
  for (const [url, right] of routes) {
    const method = ["PATCH", "PUT"].find((method) => !right.some((route) => route.method === method));
    const answer = await server.admin.fetch(url, { method: method ?? "none is wrong here" });
    expect([url, answer.status]).toEqual([url, 405]);
    expect(answer.headers.get("allow")).toBeTruthy();
  }
});

/** The test's own session is the first. */
const endsSession = (method: string, url: string) =>
  url.endsWith("/auth/logout") || (method === "DELETE" && url.endsWith("/account/sessions/1"));

const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

const RUBBISH = [
  "",
  "null",
  "true",
  "42",
  '"text"',
  "[]",
  "{}",
  deep(2_000),
  `{"a":${deep(2_000)}}`,
  '{"__proto__":{"is_admin":true},"constructor":{"prototype":{"is_admin":true}}}',
  '{"title":"\\u0000","caption":"\\u0000","description":"\\u0000","category":"urban","name":"\\u0000","email":"a\\u0000@b"}',
  '{"title":"\\ud800","caption":"\\udfff","description":"\\ud800","category":"urban","tags":["\\ud800"]}',
  '{"title":{},"category":[],"photo_ids":{},"album_ids":"1","ids":"1","action":{},"variant":1,"email":{},"password":[]}',
  '{"photo_ids":[0,-1,1.5,99999999999,null,"x"],"album_ids":[0],"category":"urban"}',
  '{"ids":[1,1,1],"action":"update","change":{"album_id":99999999999}}',
  '{"ids":[1],"action":"drop table photo"}',
  '{"photo_ids":["1; drop table photo"],"visibility":"0","favorite":"yes","size":"../../etc/passwd","limit":-1}',
  '{"force":"yes","size":1,"limit":1e308,"missing_only":null}',
  `{"title":"${"x".repeat(100_000)}","category":"urban"}`,
  '{"sha256":["x"],"variant":"original"}',
  "{",
  "\u0000",
];

const ODD_PARAMETERS = [
  "0",
  "-1",
  "1.5",
  "1e9",
  "99999999999999999999",
  "NaN",
  "__proto__",
  "constructor",
  "../../etc/passwd",
  "..\\..\\windows",
  "%",
  "\u0000",
  "a'or'1'='1",
  "<script>alert(1)</script>",
  "😀",
  "x".repeat(400),
];

const FIELDS = [
  ...["title", "caption", "description", "tags", "category", "license", "visibility", "album_id", "cover_photo_id"],
  ...["ids", "photo_ids", "album_ids", "action", "change", "variant", "size", "force", "limit", "missing_only"],
  ...["favorite", "featured", "quick_collection", "sha256", "__proto__", "constructor", "toString", ""],
];
const SCALARS = [
  ...[null, true, false, 0, 1, -1, 1.5, 1e308, 2 ** 31, 2 ** 53, "1", "urban", "URBAN", "all", "trash", "large"],
  ...["", " ", "\u0000", "\ud800", "\u202e", "../../etc/passwd", "x".repeat(6_000), "'; drop table photo; --", "😀"],
];

/** Any value, mostly of words that the calls know, to get past the first check. */
function randomJson(random: () => number, depth: number): unknown {
  const pick = <T>(choices: readonly T[]) => choices[Math.floor(random() * choices.length)];
  const kind = depth === 0 ? 0 : random();
  if (kind < 0.3 && depth < 3) return pick(SCALARS);
  const parts = Array.from({ length: Math.floor(random() * 6) }, () => randomJson(random, depth - 1));
  if (kind < 0.5 && depth < 3) return parts;
  return Object.fromEntries(parts.map((part) => [pick(FIELDS), part]));
}

/** Deterministic, so that a failure can be reproduced. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** A success or a refusal, never a 500; and a refusal is readable and reveals nothing internal. */
async function expectCivil(answer: Response, what: string): Promise<void> {
  const text = await answer.text();
  expect([what, answer.status < 500, text]).toEqual([what, true, text]);
  if (answer.status < 400) return;
  const body = JSON.parse(text) as { success: boolean; message: string };
  expect([what, body.success, typeof body.message]).toEqual([what, false, "string"]);
  expect(text).not.toMatch(/ at .*\.(ts|js):|node_modules|select |insert |SQLITE|server\//i);
}

/** fetch would normalise the path. */
function asWritten(url: string, path: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = rawRequest({ hostname, port, path, method: "GET" }, (response) => {
      let body = "";
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.once("error", reject);
    sent.end();
  });
}
