import { get as rawGet } from "node:http";
import { expect, test } from "vitest";
import { type OwnServer, startTestServer } from "../../rig/server/start-test-server.ts";

type PageResponse = { status: number; location: string | undefined; body: string };

/** Exactly as written: fetch would normalize the path and set its own Host. */
function get(server: OwnServer, path: string, headers: Record<string, string> = {}): Promise<PageResponse> {
  const { hostname, port } = new URL(server.node.url);
  return new Promise((resolve, reject) => {
    rawGet({ hostname, port, path, headers }, async (response) => {
      const body = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode ?? 0, location: response.headers.location, body });
    }).once("error", reject);
  });
}

/** How many responses came from ready bytes, without Fastify, database and rendering. */
async function cachedResponses(server: OwnServer): Promise<number> {
  const { body } = await get(server, "/metrics");
  return Number(/route="ready",status="200"\} (\d+)/.exec(body)?.[1] ?? 0);
}

test("every other spelling of a page's URL is redirected to the one that is cached", async () => {
  const server = await startTestServer();
  const album = await server.seed.album({ title: "Lisboa", category: "travel" });
  await server.seed.photo({ album });
  const spellings: Record<string, string> = {
    "/%74ravel/lisboa": "/travel/lisboa",
    "/travel/%6C%69sboa": "/travel/lisboa",
    "/travel//lisboa": "/travel/lisboa",
    "/travel/./lisboa": "/travel/lisboa",
    "/travel/%2e/lisboa": "/travel/lisboa",
    "/urban/../travel/lisboa": "/travel/lisboa",
    "/travel/lisboa/": "/travel/lisboa",
    "/travel/lisboa//": "/travel/lisboa",
    "/travel/lisboa/?page=2": "/travel/lisboa?page=2",
    "/%63ontact": "/contact",
    "/./": "/",
    "/_page//": "/_page/",
    "/_page/%74ravel/lisboa": "/_page/travel/lisboa",
    "/api/v1/%61lbums/lisboa": "/api/v1/albums/lisboa",
    "/%73itemap.xml": "/sitemap.xml",
    "/s%c3%a3o": "/s%C3%A3o",
  };

  for (const [spelling, canonical] of Object.entries(spellings)) {
    const { status, location } = await get(server, spelling);
    expect([spelling, status, location]).toEqual([spelling, 308, canonical]);
  }
});

test("no spelling is redirected to another site or into the API", async () => {
  const server = await startTestServer();

  for (const path of ["//evil.example", "//evil.example/%2e%2e", "/.//evil.example/", "/x/..//evil.example"]) {
    const { status, location } = await get(server, path);
    expect([path, status === 404 || location?.startsWith("/evil")]).toEqual([path, true]);
  }
  expect((await get(server, "/\\evil.example/")).location).toBe("/%5Cevil.example");
  expect((await get(server, "/x/../api/v1/categories")).status).toBe(404);
});

test("a page that is ready is not made again for another Host", async () => {
  const server = await startTestServer();
  const album = await server.seed.album();
  await server.seed.photo({ album });
  const paths = ["/", album.url, "/sitemap.xml", "/feed.xml", "/robots.txt"];
  for (const path of paths) await get(server, path);
  const before = await cachedResponses(server);

  for (const path of paths) {
    for (let index = 0; index < 10; index++) {
      const { status, body } = await get(server, path, { host: `host${index}.example:81` });
      expect([path, status]).toEqual([path, 200]);
      expect(body).toContain(`http://host${index}.example:81/`);
      expect(body).not.toContain("127.0.0.1");
      expect(body).not.toContain(".invalid");
    }
  }

  // A change may be noticed late, and then each page is made once more.
  expect((await cachedResponses(server)) - before).toBeGreaterThanOrEqual(paths.length * 9);
});

test("a Host that is no host, and X-Forwarded-Host, never reach a page", async () => {
  const server = await startTestServer({ TRUST_PROXY: "1" });
  const canonical = async (headers: Record<string, string>) =>
    /<link rel="canonical" href="([^"]*)">/.exec((await get(server, "/contact", headers)).body)?.[1];

  expect(await canonical({ host: 'x"><script>alert(1)</script>' })).toBe("/contact");
  expect(await canonical({ host: "good.example", "x-forwarded-host": "evil.example" })).toBe(
    "http://good.example/contact",
  );
  expect(await canonical({ host: "good.example", "x-forwarded-proto": "https" })).toBe("https://good.example/contact");
  expect(await canonical({ host: "[2001:db8::1]:3000" })).toBe("http://[2001:db8::1]:3000/contact");
});

test("with PUBLIC_URL every Host gets the same page", async () => {
  const server = await startTestServer({ PUBLIC_URL: "https://mira.example" });
  const pages = await Promise.all(["one.example", "two.example"].map((host) => get(server, "/contact", { host })));

  expect(pages[0]?.body).toBe(pages[1]?.body);
  expect(pages[0]?.body).toContain('<link rel="canonical" href="https://mira.example/contact">');
});

test("pages that do not exist show the menu of their section", async () => {
  const server = await startTestServer();

  const unknownPath = await get(server, "/nothing/here/at/all");
  const inSection = await get(server, "/travel/unknown-album");

  expect([unknownPath.status, inSection.status]).toEqual([404, 404]);
  expect(unknownPath.body).not.toContain("aria-current");
  expect(inSection.body).toMatch(/<a[^>]*aria-current="true"[^>]*>TRAVEL/);
  expect(inSection.body).toContain("Album not found");
});

test("an absolute request target is read like a path", async () => {
  const server = await startTestServer();
  const album = await server.seed.album();

  const page = await get(server, `http://named.example${album.url}`);
  const home = await get(server, "http://named.example");
  const api = await get(server, "HTTPS://named.example/api/v1/categories?x=1");
  const picture = await get(server, `http://named.example/images/${"a".repeat(32)}/thumb-1.jpg`);

  expect(page.status).toBe(200);
  expect(page.body).toContain(`<link rel="canonical" href="http://named.example${album.url}">`);
  expect([home.status, api.status, picture.status]).toEqual([200, 200, 404]);
  for (const target of ["ftp://named.example/", "*", "named.example:80"]) {
    expect([target, (await get(server, target)).status]).toEqual([target, 400]);
  }
});
