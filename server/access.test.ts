import { expect, test } from "vitest";
import { createAlbum, removeAlbumPhoto, updateAlbum } from "../contract/albums.ts";
import { paths } from "../contract/paths.ts";
import { type AdminPhoto, updatePhoto } from "../contract/photos.ts";
import { trashPhoto } from "../contract/trash.ts";
import type { Client } from "../rig/client.ts";
import { makePicture } from "../rig/make-picture.ts";
import { shareTestServer, startTestServer, type TestServer } from "../rig/server/start-test-server.ts";
import { upload } from "../rig/upload.ts";

/** Ways to hide a photo from visitors. */
const HIDINGS: Record<string, (admin: Client, photo: AdminPhoto, slug: string) => Promise<unknown>> = {
  private: (admin, { id }) => admin.call(updatePhoto, { params: { id }, body: { visibility: 1 } }),
  trashed: (admin, { id }) => admin.call(trashPhoto, { params: { id } }),
  "in a draft": async (admin, { id }) => {
    const body = { title: "Not yet", category: "urban", status: "draft" } as const;
    const { album } = await admin.call(createAlbum, { body });
    await admin.call(updatePhoto, { params: { id }, body: { album_id: album.id } });
  },
  "in no album": (admin, { id }, slug) => admin.call(removeAlbumPhoto, { params: { slug, photoId: id } }),
};

for (const [state, hide] of Object.entries(HIDINGS)) {
  test(`a photo that is ${state} disappears for visitors immediately, wherever they found it`, async () => {
    const server = await shareTestServer();
    const { hidden, shown, slug } = await twoPhotos(server);
    const { visitor, admin } = server;
    const pages = ["/", "/urban", `/urban/${slug}`, `/urban/${slug}/photo/${shown.id}`, "/sitemap.xml", "/feed.xml"];
    const contents = ["/", "/urban", `/urban/${slug}`, `/urban/${slug}/photo/${shown.id}`].map(paths.content);
    const responses = [
      "/api/v1/categories",
      "/api/v1/categories/urban/albums",
      `/api/v1/albums/${slug}`,
      ...contents,
      paths.content("/contact"),
    ];
    const pictures = [...Object.values(hidden.image_urls), ...Object.values(hidden.sources.avif)];

    // While it is public, all of this exists and is cached.
    for (const url of pictures) expect([url, (await visitor.fetch(url)).status]).toEqual([url, 200]);
    for (const url of pictures) expect((await visitor.fetch(url)).status).toBe(200);
    expect(await textOf(visitor, "/sitemap.xml")).toContain(hidden.internal_id);
    expect(await textOf(visitor, "/feed.xml")).toContain(hidden.internal_id);
    expect(await textOf(visitor, `/urban/${slug}`)).toContain(hidden.internal_id);
    expect(await textOf(visitor, "/")).toContain(hidden.internal_id);
    for (const url of contents) expect(await textOf(visitor, url)).toContain(hidden.internal_id);

    await hide(admin, hidden, slug);

    for (const url of pictures) {
      expect([url, (await visitor.fetch(url)).status]).toEqual([url, 404]);
      expect((await visitor.fetch(url, { method: "HEAD" })).status).toBe(404);
      expect((await visitor.fetch(url, { headers: { range: "bytes=0-10" } })).status).toBe(404);
      expect((await visitor.fetch(url, { headers: { "if-none-match": "*" } })).status).toBe(404);
    }
    expect((await visitor.fetch(`/images/${hidden.internal_id}/file`)).status).toBe(404);
    const generate = await visitor.fetch(`/api/v1/images/${hidden.internal_id}/generate`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ variant: "large" }),
    });
    expect(generate.status).toBe(404);
    expect((await visitor.fetch(`/api/v1/albums/${slug}/photos/${hidden.id}`)).status).toBe(404);
    const page = await visitor.fetch(`/urban/${slug}/photo/${hidden.id}`);
    expect(page.status).toBe(404);
    expect(await page.text()).not.toContain(hidden.internal_id);
    const content = await visitor.fetch(paths.content(`/urban/${slug}/photo/${hidden.id}`));
    const notFound = await content.text();
    expect(content.status).toBe(404);
    expect(JSON.parse(notFound)).toMatchObject({ page: "not-found", message: "Photo not found" });
    // It shows other photos, and only public ones.
    expect([notFound.includes(shown.internal_id), notFound.includes(hidden.internal_id)]).toEqual([true, false]);
    for (const url of [...pages, ...responses]) {
      const text = await textOf(visitor, url);
      expect([url, text.includes(hidden.internal_id), text.includes("Nobody sees")]).toEqual([url, false, false]);
    }
    const album = JSON.parse(await textOf(visitor, `/api/v1/albums/${slug}`)) as {
      data: { album: { photo_count: number } };
    };
    expect(album.data.album.photo_count).toBe(1);
    expect((await visitor.fetch(shown.image_urls.thumb)).status).toBe(200);
  });
}

test("the owner still sees a hidden photo, by a URL that expires and works for nothing else", async () => {
  const server = await startTestServer();
  const { hidden } = await twoPhotos(server);
  const { photo } = await server.admin.call(updatePhoto, { params: { id: hidden.id }, body: { visibility: 1 } });

  expect((await server.visitor.fetch(photo.image_urls.medium)).status).toBe(200);
  expect((await server.visitor.fetch(photo.file_url)).status).toBe(200);
  const query = photo.image_urls.medium.split("?")[1];
  expect((await server.visitor.fetch(`${hidden.image_urls.thumb}?${query}`)).status).toBe(404);
  expect((await server.visitor.fetch(`/images/${hidden.internal_id}/file?${query}`)).status).toBe(404);

  server.clock.advanceMs(25 * 60 * 60 * 1000);
  expect((await server.visitor.fetch(photo.image_urls.medium)).status).toBe(404);
  expect((await server.visitor.fetch(photo.file_url)).status).toBe(404);
});

/** Two photos of one album; the one to hide is its cover, featured, and has unique texts. */
async function twoPhotos({ admin, seed }: TestServer) {
  const album = await seed.album({ title: "Harbour", category: "urban" });
  const { body } = await upload(admin, album, [
    { name: "hidden.jpg", bytes: await makePicture({ colour: "#123456" }) },
    { name: "shown.jpg", bytes: await makePicture({ colour: "#654321" }) },
  ]);
  const [hidden, shown] = body.photos;
  if (!hidden || !shown) throw new Error(JSON.stringify(body));
  await admin.call(updatePhoto, { params: { id: hidden.id }, body: { title: "Nobody sees" } });
  await admin.call(updatePhoto, { params: { id: hidden.id }, body: { featured: true } });
  await admin.call(updateAlbum, { params: { slug: album.slug }, body: { cover_photo_id: hidden.id } });
  return { hidden, shown, slug: album.slug };
}

async function textOf(visitor: Client, path: string): Promise<string> {
  return (await visitor.fetch(path)).text();
}
