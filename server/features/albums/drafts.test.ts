import { expect, test } from "vitest";
import { listActivity } from "../../../contract/activity.ts";
import { addAlbumPhotos, createAlbum, endPreviews, previewAlbum, updateAlbum } from "../../../contract/albums.ts";
import { paths } from "../../../contract/paths.ts";
import { updatePhoto } from "../../../contract/photos.ts";
import { updateSite } from "../../../contract/site.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { startTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";
import { upload } from "../../../rig/upload.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

test("a link shows the draft as visitors would see it, for 7 days, and nothing else", async () => {
  const server = await startTestServer();
  const { visitor, admin, clock } = server;
  const draft = await draftWith(server, "Harbour", 3);
  const [shown, second, hidden] = draft.photos;
  const other = await draftWith(server, "Other", 1);
  await admin.call(updatePhoto, { params: { id: hidden.id }, body: { visibility: 1 } });
  // A guest whose home is a draft stays unseen, as it would on the album's page.
  await admin.call(addAlbumPhotos, { params: { slug: draft.slug }, body: { photo_ids: [other.photos[0].id] } });

  const { url, expires_on } = await admin.call(previewAlbum, { params: { slug: draft.slug } });

  expect(Date.parse(expires_on)).toBeCloseTo(clock.now().getTime() + 7 * DAY_MS, -4);
  const response = await visitor.fetch(url);
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(response.headers.get("x-robots-tag")).toContain("noindex");
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  const page = await response.text();
  expect(page).toContain(`<meta name="robots" content="noindex, nofollow">`);
  expect(page).toContain("Harbour");
  expect(page).not.toContain("og:image");
  for (const { internal_id } of [shown, second]) expect(page).toContain(`${url}/images/${internal_id}/`);
  for (const { internal_id } of [hidden, other.photos[0]]) expect(page).not.toContain(internal_id);

  // Every picture that the page names loads.
  const pictures = new Set(page.match(/\/_draft\/[\w-]+\/images\/[\w-]+\/[\w.-]+/g));
  expect(pictures.size).toBeGreaterThan(5);
  for (const path of pictures) expect([path, await statusOf(server, path)]).toEqual([path, 200]);
  expect((await visitor.fetch(`${url}/photo/${shown.id}`)).status).toBe(200);
  expect(await (await visitor.fetch(paths.content(url))).json()).toMatchObject({ page: "album", is_draft: true });

  // Nothing else becomes visible by it.
  for (const { internal_id } of [hidden, other.photos[0]]) {
    expect(await statusOf(server, `${url}/images/${internal_id}/medium-1.jpg`)).toBe(404);
  }
  expect(await statusOf(server, `${url}/photo/${hidden.id}`)).toBe(404);
  for (const path of [draft.url, `/api/v1/albums/${draft.slug}`, `/images/${shown.internal_id}/medium-1.jpg`]) {
    expect([path, await statusOf(server, path)]).toEqual([path, 404]);
  }
  const sitemap = await (await visitor.fetch("/sitemap.xml")).text();
  expect([sitemap.includes("harbour"), sitemap.includes("_draft")]).toEqual([false, false]);
  const [picture = ""] = pictures;
  for (const wrong of [`${url}x`, url.replace(/\d{6,}/, (expires) => `${Number(expires) + 1}`), paths.draft("1-2-3")]) {
    expect([wrong, await statusOf(server, wrong)]).toEqual([wrong, 404]);
  }

  clock.advanceMs(7 * DAY_MS + 1_000);
  for (const path of [url, paths.content(url), picture]) {
    expect([path, await statusOf(server, path)]).toEqual([path, 404]);
  }
});

test("visitors' limits hold for a draft too, and once the album is public its link leads there", async () => {
  const server = await startTestServer();
  const { visitor, admin } = server;
  const draft = await draftWith(server, "Harbour", 1);
  const { url } = await admin.call(previewAlbum, { params: { slug: draft.slug } });
  const original = `${url}/images/${draft.photos[0].internal_id}/original-1.jpg`;
  const whole = (await (await visitor.fetch(original)).arrayBuffer()).byteLength;

  await admin.call(updateSite, { body: { largest_public_px: 1200 } });
  expect((await (await visitor.fetch(original)).arrayBuffer()).byteLength).toBeLessThan(whole);

  await admin.call(updateAlbum, { params: { slug: draft.slug }, body: { status: "public" } });
  const moved = await visitor.fetch(`${url}/photo/${draft.photos[0].id}`, { redirect: "manual" });
  expect([moved.status, moved.headers.get("location")]).toEqual([302, `${draft.url}/photo/${draft.photos[0].id}`]);
});

test("all links to a draft end together, and one that is made afterwards opens", async () => {
  const server = await startTestServer();
  const { admin } = server;
  const harbour = await draftWith(server, "Harbour", 1);
  const other = await draftWith(server, "Other", 1);
  const linkTo = async ({ slug }: { slug: string }) => (await admin.call(previewAlbum, { params: { slug } })).url;
  const [first, elsewhere] = [await linkTo(harbour), await linkTo(other)];
  const picture = `${first}/images/${harbour.photos[0].internal_id}/medium-1.jpg`;
  for (const path of [first, picture]) expect([path, await statusOf(server, path)]).toEqual([path, 200]);

  await admin.call(endPreviews, { params: { slug: harbour.slug } });

  for (const path of [first, picture, paths.content(first)]) {
    expect([path, await statusOf(server, path)]).toEqual([path, 404]);
  }
  expect(await statusOf(server, elsewhere)).toBe(200);
  expect(await statusOf(server, await linkTo(harbour))).toBe(200);
  const { events } = await admin.call(listActivity, { query: { kind: "visibility" } });
  expect(events.map(({ action }) => action)).toContain("draft-links-ended");
});

const statusOf = async ({ visitor }: TestServer, path: string) => (await visitor.fetch(path)).status;

async function draftWith({ admin }: TestServer, title: string, count: number) {
  const { album } = await admin.call(createAlbum, { body: { title, category: "urban", status: "draft" } });
  const files = await Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: `${title}-${index}.jpg`,
      bytes: await makePicture({ width: 1500, height: 1000, colour: `#${index}${index}${title.length}` }),
    })),
  );
  const { body } = await upload(admin, album, files);
  const [first, second = first, third = first] = body.photos;
  if (!first || !second || !third) throw new Error(JSON.stringify(body));
  return { ...album, photos: [first, second, third] as const };
}
