import { expect, test } from "vitest";
import { deleteAlbum, updateAlbum } from "../../contract/albums.ts";
import { paths } from "../../contract/paths.ts";
import { updatePhoto } from "../../contract/photos.ts";
import { getSite, getSiteSettings, type Home, updateSite } from "../../contract/site.ts";
import { shareTestServer, type TestServer } from "../../rig/server/start-test-server.ts";

const choose = ({ admin }: TestServer, home: Partial<Home>) => admin.call(updateSite, { body: { home } });
type Content = { page: string; linked_photos: { photo: { id: number } }[] };
const contentOf = async ({ visitor }: TestServer) =>
  (await (await visitor.fetch(paths.content("/"))).json()) as Content;
const htmlOf = async ({ visitor }: TestServer) => (await visitor.fetch("/")).text();
const feature = ({ admin }: TestServer, id: number) =>
  admin.call(updatePhoto, { params: { id }, body: { featured: true } });

test("a fresh site has the categories as its home", async () => {
  const server = await shareTestServer();

  expect((await server.admin.call(getSiteSettings)).site.home).toEqual({ kind: "categories", album_id: null });
  expect((await server.visitor.call(getSite)).data.home.kind).toBe("categories");
  expect(await contentOf(server)).toMatchObject({ page: "home" });
});

test("the home page can be the first featured photo, or all of them; without one it is the categories", async () => {
  const server = await shareTestServer();
  const album = await server.seed.album({ title: "Harbour" });
  const [one, two, hidden] = [
    await server.seed.photo({ album, title: "Nets" }),
    await server.seed.photo({ album }),
    await server.seed.photo({ album, visibility: 1 }),
  ];

  await choose(server, { kind: "photo" });
  expect(await contentOf(server)).toMatchObject({ page: "home" });
  for (const { id } of [hidden, two, one]) await feature(server, id);

  expect(await contentOf(server)).toMatchObject({
    page: "showcase",
    kind: "photo",
    linked_photos: [{ photo: { id: two.id }, url: `${album.url}/photo/${two.id}`, album_title: "Harbour" }],
  });
  await choose(server, { kind: "slideshow" });
  const content = await contentOf(server);
  expect(content.linked_photos.map(({ photo }) => photo.id)).toEqual([two.id, one.id]);
  const html = await htmlOf(server);
  // Without a script it is the first photo, with links to the others.
  expect(html.match(/<img[^>]*\/medium-1\.jpg/g)).toHaveLength(1);
  expect(html).toContain(`href="${album.url}/photo/${one.id}"`);
  expect(html).toMatch(/<title>Vitrine – Photographs<\/title>/);
  expect(html).toMatch(new RegExp(`og:image" content="[^"]*${two.internal_id}`));
});

test("the home page can be an album's line, while visitors can see that album", async () => {
  const server = await shareTestServer();
  const { admin, seed } = server;
  const album = await seed.album({ title: "Harbour" });
  const params = { slug: album.slug };
  await choose(server, { kind: "album", album_id: album.id });
  expect(await contentOf(server)).toMatchObject({ page: "home" });

  const photo = await seed.photo({ album });
  await admin.call(updateAlbum, { params, body: { description: "Boats" } });
  expect(await contentOf(server)).toMatchObject({ page: "album", is_home: true, album: { title: "Harbour" } });
  const html = await htmlOf(server);
  expect(html).toContain(`${album.url}/photo/${photo.id}`);
  expect(html).toMatch(/<title>Vitrine – Photographs<\/title>/);
  expect(html).toMatch(/rel="canonical" href="http[^"]+\/"/);

  await admin.call(updateAlbum, { params, body: { status: "draft" } });
  expect(await contentOf(server)).toMatchObject({ page: "home" });
  await admin.call(updateAlbum, { params, body: { status: "public" } });
  await admin.call(deleteAlbum, { params });
  expect(await contentOf(server)).toMatchObject({ page: "home" });
});

test("a kind that is none, and an album that is none, are refused", async () => {
  const server = await shareTestServer();
  for (const home of [{ kind: "video" }, { album_id: 999 }]) {
    const { status, body } = await server.admin.refused(updateSite, { body: { home: home as Partial<Home> } });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ["home"]]);
  }
});
