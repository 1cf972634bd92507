import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { getSite } from "../../../contract/site.ts";
import { shareTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";
import { DEFAULT_STORED_SITE } from "../../library/site-settings.ts";
import { PAGE_VIEW } from "../photos/photos.present.ts";
import { findPortrait } from "./site.service.ts";

const pathOf = ({ deps }: TestServer) => join(deps.config.dataDir, "site.json");
const textsOf = async ({ visitor }: TestServer) => (await visitor.call(getSite)).data;
/** The file is checked once a second. */
const whenRead = { timeout: 10_000, interval: 50 };

test("the site's settings are in a file created at the first start", async () => {
  const server = await shareTestServer();

  const texts = await textsOf(server);

  expect(texts.name).toBe("Vitrine");
  const { pictures: _pictures, ...inFile } = DEFAULT_STORED_SITE;
  expect(JSON.parse(await readFile(pathOf(server), "utf8"))).toEqual(inFile);
});

test("the file is read again when it changes, with defaults for missing fields", async () => {
  const server = await shareTestServer();
  await textsOf(server);

  await writeFile(
    pathOf(server),
    JSON.stringify({
      name: "Mira Holm",
      email: "mira@example.com",
      social: [{ label: "Instagram", url: "https://instagram.com/mira" }],
    }),
  );

  await vi.waitFor(async () => expect((await textsOf(server)).name).toBe("Mira Holm"), whenRead);
  expect(await textsOf(server)).toEqual({
    name: "Mira Holm",
    tagline: "Photographs",
    about: "",
    email: "mira@example.com",
    phone: "",
    location: "",
    portrait: "",
    social: [{ label: "Instagram", url: "https://instagram.com/mira" }],
    copyright: "",
    ai_training: "allow",
    portrait_url: null,
    logo_url: null,
    icon_url: null,
    pictures: DEFAULT_STORED_SITE.pictures,
    home: DEFAULT_STORED_SITE.home,
    look: DEFAULT_STORED_SITE.look,
  });
});

test("an invalid file is not used: the last good texts stay, and the log has the reason", async () => {
  const server = await shareTestServer();
  const before = await textsOf(server);
  const logged = vi.spyOn(server.deps.log, "error");
  for (const [what, content] of Object.entries({
    "half a file": `{ "name": "Mi`,
    "a link that runs code": JSON.stringify({ name: "Evil", social: [{ label: "x", url: "javascript:alert(1)" }] }),
    "an invalid email address": JSON.stringify({ name: "Evil", email: "not an address" }),
    "a list instead of texts": "[]",
  })) {
    logged.mockClear();
    await writeFile(pathOf(server), content);

    await vi.waitFor(
      () => expect(logged, what).toHaveBeenCalledWith(expect.stringMatching(/^site.json is not used: /)),
      whenRead,
    );
    expect(await textsOf(server), what).toEqual(before);
  }
});

test("the portrait is shown only while its photo is public", async () => {
  const server = await shareTestServer();
  const album = await server.seed.album();
  const [shown, hidden] = [await server.seed.photo({ album }), await server.seed.photo({ album, visibility: 1 })];
  const name = async (portrait: string) => {
    await writeFile(pathOf(server), JSON.stringify({ portrait }));
    await vi.waitFor(() => expect(server.deps.site.current().portrait).toBe(portrait), whenRead);
  };

  await name(shown.internal_id);
  expect((await findPortrait(server.deps, PAGE_VIEW))?.id).toBe(shown.id);
  await name(hidden.internal_id);
  expect(await findPortrait(server.deps, PAGE_VIEW)).toBeNull();
  expect((await textsOf(server)).portrait).toBe("");
});
