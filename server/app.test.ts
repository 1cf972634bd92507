import { expect, inject, test } from "vitest";
import { apiRoutes } from "../rig/server/api-routes.ts";
import { shareTestServer } from "../rig/server/start-test-server.ts";

test("a garbage body is refused with a sentence, on every call", async () => {
  const server = await shareTestServer();
  for (const { method, url } of apiRoutes(server, () => "1").filter((route) => route.method !== "GET")) {
    // Ending the session would make the other attempts 401.
    if (endsSession(method, url) || url.endsWith("/auth/login") || url.endsWith("/auth/register")) continue;
    for (const body of inject("postgresUrl") ? RUBBISH.filter(reachesDatabase) : RUBBISH) {
      const response = await server.admin.fetch(url, { method, body, headers: { "content-type": "application/json" } });
      await expectCivil(response, `${method} ${url} ${body.slice(0, 60)}`);
    }
  }
}, 300_000);

test("no JSON crashes a call", async () => {
  const server = await shareTestServer();
  // Others on each database.
  const random = randomFrom(inject("postgresUrl") ? 20_261_115 : 20_261_116);
  const routes = apiRoutes(server, () => "1").filter(
    ({ method, url }) => method !== "GET" && !url.includes("/auth/") && !endsSession(method, url),
  );
  for (let round = 0; round < 15; round++) {
    for (const { method, url } of routes) {
      const body = JSON.stringify(randomJson(random, 3));
      const response = await server.admin.fetch(url, { method, body, headers: { "content-type": "application/json" } });
      await expectCivil(response, `${method} ${url} ${body}`);
    }
  }
}, 300_000);

test("fields that a call does not take change nothing, and a parameter that is given twice is refused", async () => {
  const { admin, seed, deps } = await shareTestServer();
  const photo = await seed.photo({ album: await seed.album() });
  const row = () => deps.db.selectFrom("photo").selectAll().where("id", "=", photo.id).executeTakeFirstOrThrow();
  const before = await row();

  const change = { id: 99, internal_id: "x", original_key: "../../etc/passwd", deleted_at: "2020-01-01", title: "Ash" };
  const response = await admin.fetch(`/api/v1/admin/photos/${photo.id}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(change),
  });
  expect(response.status).toBe(200);
  const { id, internal_id, original_key, deleted_at } = before;
  expect(await row()).toMatchObject({ id, internal_id, original_key, deleted_at, title: "Ash" });

  for (const query of ["limit=1&limit=2", "q=a&q=b", "deleted=true&deleted=false"]) {
    expect([query, (await admin.fetch(`/api/v1/admin/photos?${query}`)).status]).toEqual([query, 422]);
  }
});

test("garbage sent to sign-in is refused with a sentence", async () => {
  const server = await shareTestServer();
  for (const path of ["/api/v1/auth/login", "/api/v1/auth/register"]) {
    for (const body of RUBBISH) {
      const response = await server.visitor.fetch(path, {
        method: "POST",
        body,
        headers: { "content-type": "application/json" },
      });
      await expectCivil(response, `${path} ${body.slice(0, 60)}`);
    }
  }
});

test("garbage in a URL is not found, not an error", async () => {
  const server = await shareTestServer();
  for (const value of inject("postgresUrl") ? REACH_STATEMENTS : ODD_PARAMETERS) {
    for (const { method, url, hasParameters } of apiRoutes(server, () => encodeURIComponent(value))) {
      // Only lists read the query.
      if (url.includes("/auth/") || !(hasParameters || method === "GET")) continue;
      const response = await server.admin.fetch(
        `${url}?cursor=${encodeURIComponent(value)}&q=${encodeURIComponent(value)}`,
        {
          method,
        },
      );
      await expectCivil(response, `${method} ${url}`);
    }
  }
}, 300_000);

test("garbage in a page's URL is a 404 page", async () => {
  const { visitor } = await shareTestServer();
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

/** The test's own session is the first. */
const endsSession = (method: string, url: string) =>
  url.endsWith("/auth/logout") || (method === "DELETE" && url.endsWith("/account/sessions/1"));

/** Texts and numbers that one database stores and another refuses. The rest is refused before, or is the same for both. */
const reachesDatabase = (body: string) => /u0000|ud800|99999|drop table|1e308|xxxx/.test(body);

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

/** Names to look for and numbers that may be too large, which one database takes and another refuses. */
const REACH_STATEMENTS = ["-1", "99999999999999999999", "\u0000", "a'or'1'='1", "😀", "x".repeat(400)];
const ODD_PARAMETERS = [
  ...REACH_STATEMENTS,
  ...["0", "1.5", "1e9", "NaN", "__proto__", "constructor"],
  ...["../../etc/passwd", "..\\..\\windows", "%", "<script>alert(1)</script>"],
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
async function expectCivil(response: Response, what: string): Promise<void> {
  const text = await response.text();
  expect([what, response.status < 500, text]).toEqual([what, true, text]);
  if (response.status < 400) return;
  const body = JSON.parse(text) as { success: boolean; message: string };
  expect([what, body.success, typeof body.message]).toEqual([what, false, "string"]);
  expect(text).not.toMatch(/ at .*\.(ts|js):|node_modules|select |insert |SQLITE|server\//i);
}
