import { expect, test, vi } from "vitest";
import { paths } from "../../contract/paths.ts";
import { createRoom } from "../../contract/rooms.ts";
import { htmlComplaints } from "../../rig/server/html-complaints.ts";
import { startTestServer, type TestServer } from "../../rig/server/start-test-server.ts";

const PAGES: [string, (album: { url: string; photo: number }) => string, string][] = [
  ["home", () => "/", "Failed to load categories"],
  ["a category", () => "/urban", "Failed to load albums"],
  ["an album", ({ url }) => url, "Failed to load album"],
  ["a photo", ({ url, photo }) => `${url}/photo/${photo}`, "Failed to load album"],
  ["a tag", () => paths.tag("dusk"), "Failed to load photos"],
];

const FAULTS = {
  "the database is away": () => Object.assign(new Error("planted: the database is away"), { code: "ECONNRESET" }),
  "our own code has a bug": () => new TypeError("planted: undefined is not a function"),
};

for (const [fault, error] of Object.entries(FAULTS)) {
  test(`every page that fails because ${fault} is a page with Retry, status 500`, async () => {
    const server = await startTestServer();
    const album = await server.seed.album({ title: "Streets" });
    const photo = await server.seed.photo({ album, tags: `["dusk"]` });
    const recover = breakDatabase(server, error);

    for (const [name, pathOf, words] of PAGES) {
      const path = pathOf({ url: album.url, photo: photo.id });
      const page = await server.visitor.fetch(path);
      const text = await page.text();
      const head = await server.visitor.fetch(path, { method: "HEAD" });

      expect(page.status, name).toBe(500);
      expect(page.headers.get("content-type"), name).toBe("text/html; charset=utf-8");
      expect(page.headers.get("cache-control"), name).toBe("no-store");
      expect(page.headers.get("content-security-policy"), name).toContain("script-src 'self'");
      expect(text).toContain(`>${words}</h1>`);
      expect(text).toMatch(new RegExp(`<a [^>]*href="${path}"[^>]*>Retry</a>`));
      expect(text).toMatch(/<header.*<a [^>]*href="\/portraits"/s);
      expect(text).toContain(`<meta name="robots" content="noindex">`);
      expect(text).not.toMatch(/planted|"success"/);
      expect(htmlComplaints(text), name).toEqual([]);
      expect([head.status, head.headers.get("content-type"), await head.text()], name).toEqual([
        500,
        "text/html; charset=utf-8",
        "",
      ]);
    }

    recover();
    for (const [name, pathOf] of PAGES) {
      const again = await server.visitor.fetch(pathOf({ url: album.url, photo: photo.id }));
      expect(again.status, name).toBe(200);
    }
  });
}

test("a room that cannot be read is a page with Retry, also after a form, and JSON for programs", async () => {
  const server = await startTestServer();
  const photo = await server.seed.photo();
  const { room } = await server.admin.call(createRoom, {
    body: { title: "For Ana", photo_ids: [photo.id], selection: true, password: "open sesame" },
  });
  const url = room.url ?? "";
  const form = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" }, body: "picked=1" };
  const recover = breakDatabase(server, FAULTS["the database is away"]);

  const pages = [
    await server.visitor.fetch(url),
    await server.visitor.fetch(`${url}/photo/${photo.id}`),
    await server.visitor.fetch(`${url}/picks/${photo.id}`, form),
    await server.visitor.fetch(`${url}/send`, form),
    await server.visitor.fetch(`${url}/unlock`, form),
  ];
  const data = await server.visitor.fetch(`${url}/data`);
  recover();

  const retries = [url, `${url}/photo/${photo.id}`, url, url, url];
  for (const [index, page] of pages.entries()) {
    const text = await page.text();
    expect([index, page.status, page.headers.get("content-type")]).toEqual([index, 500, "text/html; charset=utf-8"]);
    expect(page.headers.get("cache-control")).toContain("no-store");
    expect(page.headers.get("x-robots-tag")).toContain("noindex");
    expect(text).toContain(">Failed to load photos</h1>");
    expect(text).toMatch(new RegExp(`<a [^>]*href="${retries[index]}"[^>]*>Retry</a>`));
    expect(text).not.toMatch(/planted|For Ana/);
  }
  expect([data.status, ((await data.json()) as { code: string }).code]).toEqual([503, "UNAVAILABLE"]);
});

test("while the database is away, the contact page and Page Not Found are shown without their photos", async () => {
  const server = await startTestServer();
  const recover = breakDatabase(server, FAULTS["the database is away"]);

  const contact = await server.visitor.fetch("/contact");
  const missing = await server.visitor.fetch("/nothing/at/all/here");
  recover();

  expect([contact.status, contact.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(await contact.text()).toContain("<title>Contact – Vitrine</title>");
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain("Page Not Found");
});

test("a failed page's content stays JSON, for the program of a page that is already open", async () => {
  const server = await startTestServer();
  const recover = breakDatabase(server, FAULTS["the database is away"]);

  const content = await server.visitor.fetch(paths.content("/urban"));
  recover();

  expect(content.status).toBe(503);
  expect(content.headers.get("content-type")).toContain("application/json");
});

/** Every use of a connection fails until the returned function is called. */
function breakDatabase({ deps }: TestServer, error: () => Error): () => void {
  const spy = vi.spyOn(deps.db.getExecutor(), "provideConnection").mockImplementation(async () => {
    throw error();
  });
  return () => spy.mockRestore();
}
