import { connect } from "node:net";
import { expect, test } from "vitest";
import type { Client } from "../rig/client.ts";
import { makePicture } from "../rig/make-picture.ts";
import { shareTestServer } from "../rig/server/start-test-server.ts";
import { upload } from "../rig/upload.ts";

const JSON_TYPE = { "content-type": "application/json" };

test("every kind of response has the security headers and no banner", async () => {
  const { visitor, admin, seed } = await shareTestServer();
  const album = await seed.album({ title: "Harbour" });
  const { body } = await upload(admin, album, [{ name: "a.jpg", bytes: await makePicture({ width: 400 }) }]);
  const [photo] = body.photos;
  if (!photo) throw new Error(JSON.stringify(body));
  const home = await (await visitor.fetch("/")).text();
  const [script = "", style = ""] = ["js", "css"].map((type) => new RegExp(`/assets/[^"]+\\.${type}`).exec(home)?.[0]);

  const pages = ["/", "/urban", "/urban/harbour", `/urban/harbour/photo/${photo.id}`, "/contact", "/nowhere", "/admin"];
  const files = [
    ...["/sitemap.xml", "/feed.xml", "/journal/feed.xml", "/robots.txt", script, style, "/favicon.svg"],
    ...["/site.webmanifest", "/healthz", "/readyz", "/metrics"],
  ];
  const json = [
    "/api/v1/categories",
    "/api/v1/albums/harbour",
    "/api/v1/site",
    "/api/v1/openapi.json",
    "/api/nowhere",
    "/_page/urban/harbour",
  ];
  // Twice: the second response is cached, and comes from other code. Then a conditional request.
  for (const path of [...pages, ...files, ...json]) {
    const first = await visitor.fetch(path);
    const etag = first.headers.get("etag");
    expectProtected(path, first);
    expectProtected(`${path}, again`, await visitor.fetch(path));
    if (!etag || first.status !== 200) continue;
    const unchanged = await visitor.fetch(path, { headers: { "if-none-match": etag } });
    expect([path, unchanged.status]).toEqual([path, 304]);
    expectProtected(`${path}, unchanged`, unchanged);
  }
  const refusals = [
    await visitor.fetch("/urban/", { redirect: "manual" }),
    await visitor.fetch("/api/v1/categories", { method: "DELETE" }),
    await visitor.fetch("/api/v1/auth/login", { method: "POST", headers: JSON_TYPE, body: "{" }),
    await visitor.fetch("/api/v1/auth/login", { method: "POST", headers: JSON_TYPE, body: "{}" }),
    await visitor.fetch("/api/v1/auth/login", { method: "POST", headers: JSON_TYPE, body: " ".repeat(2_000_000) }),
    await visitor.fetch("/api/v1/admin/photos"),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([308, 405, 400, 422, 413, 401]);
  for (const response of refusals) expectProtected(`${response.status} ${response.url}`, response);
});

test("no other site can read a response, whatever it claims to be", async () => {
  const { visitor, admin } = await shareTestServer();
  const preflight = { origin: "https://evil.example", "access-control-request-method": "PUT" };
  for (const origin of ["https://evil.example", "null"]) {
    for (const path of ["/", "/api/v1/site", "/api/v1/admin/photos", "/sitemap.xml"]) {
      const responses = [
        await admin.fetch(path, { headers: { origin } }),
        await visitor.fetch(path, { method: "OPTIONS", headers: { ...preflight, origin } }),
      ];
      for (const { headers } of responses) {
        expect([path, headers.get("access-control-allow-origin")]).toEqual([path, null]);
        expect([path, headers.get("access-control-allow-methods")]).toEqual([path, null]);
      }
    }
  }
});

test("pictures are sandboxed and cannot be sniffed as anything else, in every response", async () => {
  const { visitor, admin, seed } = await shareTestServer();
  const { body } = await upload(admin, await seed.album(), [{ name: "a.jpg", bytes: await makePicture() }]);
  const [photo] = body.photos;
  if (!photo) throw new Error(JSON.stringify(body));
  const { thumb, large } = photo.image_urls;
  const etag = (await visitor.fetch(thumb)).headers.get("etag") ?? "";

  const responses = [
    await visitor.fetch(large),
    await visitor.fetch(thumb),
    await visitor.fetch(thumb, { method: "HEAD" }),
    await visitor.fetch(thumb, { headers: { range: "bytes=0-9" } }),
    await visitor.fetch(thumb, { headers: { "if-none-match": etag } }),
    await visitor.fetch(thumb, { headers: { range: "bytes=900000-" } }),
    await visitor.fetch(photo.file_url),
  ];

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 206, 304, 416, 200]);
  for (const response of responses) {
    expectProtected(`${response.status} ${response.url}`, response);
    expect(response.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox; frame-ancestors 'none'");
  }
});

test("responses of the admin area and of sign-in are never stored", async () => {
  const { visitor, admin, routes } = await shareTestServer();
  const asked = routes
    .all()
    .filter(({ url }) => /\/api\/v1\/(admin|auth)\//.test(url))
    .flatMap(({ methods, url }) => methods.map((method) => ({ method, url })));

  expect(asked.length).toBeGreaterThan(30);
  for (const { method, url } of asked) {
    // It would end the session that the other calls need.
    if (url.endsWith("/logout")) continue;
    for (const client of [visitor, admin]) await expectNotStored(client, method, url.replace(/:\w+/g, "1"));
  }
  await expectNotStored(visitor, "GET", "/admin/trash");
});

test("a request that is not HTTP is refused without a banner", async () => {
  const { url } = await shareTestServer();
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.end("GARBAGE\r\n\r\n");

  const response = await new Promise<string>((resolve) => socket.once("data", (chunk) => resolve(String(chunk))));

  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response).not.toMatch(/fastify|node|vitrine|at .*:\d+/i);
});

async function expectNotStored(client: Client, method: string, path: string): Promise<void> {
  const { headers } = await client.fetch(path, { method });
  expect([method, path, headers.get("cache-control")]).toEqual([method, path, "no-store"]);
}

function expectProtected(what: string, { headers, status }: Response): void {
  const policy = headers.get("content-security-policy") ?? "";
  expect([what, policy]).toEqual([what, expect.stringContaining("default-src 'none'")]);
  expect([what, policy]).toEqual([what, expect.stringContaining("frame-ancestors 'none'")]);
  expect([what, policy]).toEqual([what, expect.not.stringContaining("unsafe")]);
  expect([what, headers.get("x-content-type-options")]).toEqual([what, "nosniff"]);
  expect([what, headers.get("referrer-policy")]).toEqual([what, "strict-origin-when-cross-origin"]);
  expect([what, headers.get("server"), headers.get("x-powered-by")]).toEqual([what, null, null]);
  const type = headers.get("content-type");
  // These have no body.
  if ([304, 308, 416].includes(status)) return;
  expect([what, type]).toEqual([what, expect.any(String)]);
  if (/^text\/|xml/.test(type ?? "")) expect([what, type]).toEqual([what, expect.stringMatching(/charset=utf-8/i)]);
  if (!/html/.test(type ?? "")) return;
  for (const sensor of ["camera", "geolocation", "microphone"]) {
    expect([what, headers.get("permissions-policy")]).toEqual([what, expect.stringContaining(`${sensor}=()`)]);
  }
  // Our own files, and the one script of a public page.
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1];
  expect([what, scripts]).toEqual([what, expect.stringMatching(/^'self' 'sha256-[\w+/]{43}='$/)]);
}
