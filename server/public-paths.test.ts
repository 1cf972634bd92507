import { expect, test } from "vitest";
import { type AdminAlbum, addAlbumPhotos, updateAlbum } from "../contract/albums.ts";
import { updateCategory } from "../contract/categories.ts";
import { paths, picturePath } from "../contract/paths.ts";
import { type AdminPhoto, updatePhoto } from "../contract/photos.ts";
import { restorePhoto, trashPhoto } from "../contract/trash.ts";
import { createWrittenPage } from "../contract/written-pages.ts";
import type { Client } from "../rig/client.ts";
import { makePicture } from "../rig/make-picture.ts";
import { shareTestServer, type TestServer } from "../rig/server/start-test-server.ts";
import { upload } from "../rig/upload.ts";

/** What is hidden from visitors, and a public album beside it, which has to stay. Each photo is a guest in the other's album. */
type Library = { hidden: AdminPhoto; album: AdminAlbum; beside: AdminPhoto; besideAlbum: AdminAlbum };

/**
 * `gone`: 404 while the photo is hidden. `silent`: there, without a trace of the photo, such as the page of its category.
 * `ofAlbum`: gone with the album, and silent when only the photo is hidden.
 */
type Asked = { path: string; method?: "POST"; body?: object; ofAlbum?: true } & (
  | { gone: true }
  | { gone: false; shows: boolean }
);

const gone = (path: string): Asked => ({ path, gone: true });
const ofAlbum = (path: string): Asked => ({ path, gone: true, ofAlbum: true });
const silent = (path: string, shows = true): Asked => ({ path, gone: false, shows });

/** Each photo in each album, at the path that `pathOf` makes. A page shows the neighbours, too. */
const photoPages = (
  { album, hidden, beside, besideAlbum }: Library,
  pathOf: (album: AdminAlbum, photo: AdminPhoto) => string,
  showsNeighbours = true,
): Asked[] => [
  gone(pathOf(album, hidden)),
  gone(pathOf(besideAlbum, hidden)),
  ofAlbum(pathOf(album, beside)),
  silent(pathOf(besideAlbum, beside), showsNeighbours),
];

/** Every URL outside the admin area and the sign-in. A route that is missing here fails the test. */
const PUBLIC_PATHS: Record<string, (library: Library) => Asked[]> = {
  "/": () => [silent("/")],
  "/_page/": () => [silent(paths.content("/"))],
  "/contact": () => [silent("/contact", false)],
  "/_page/contact": () => [silent(paths.content("/contact"), false)],
  "/_tag/:tag": () => [gone(paths.tag("only here")), silent(paths.tag("everywhere"))],
  "/_page/_tag/:tag": () => [
    gone(paths.content(paths.tag("only here"))),
    silent(paths.content(paths.tag("everywhere"))),
  ],
  "/:category": () => [silent("/urban"), silent("/essay")],
  "/_page/:category": () => [silent(paths.content("/urban")), silent(paths.content("/essay"))],
  "/journal": () => [silent("/journal")],
  "/_page/journal": () => [silent(paths.content("/journal"))],
  "/journal/:albumSlug": () => [silent("/journal/day")],
  "/_page/journal/:albumSlug": () => [silent(paths.content("/journal/day"))],
  "/journal/feed.xml": () => [silent("/journal/feed.xml")],
  "/:category/:albumSlug": ({ album, besideAlbum }) => [ofAlbum(album.url), silent(besideAlbum.url)],
  "/_page/:category/:albumSlug": ({ album, besideAlbum }) => [
    ofAlbum(paths.content(album.url)),
    silent(paths.content(besideAlbum.url)),
  ],
  "/:category/:albumSlug/photo/:photoId": (library) => photoPages(library, (album, { id }) => paths.photo(album, id)),
  "/_page/:category/:albumSlug/photo/:photoId": (library) =>
    photoPages(library, (album, { id }) => paths.content(paths.photo(album, id))),
  "/sitemap.xml": () => [silent("/sitemap.xml")],
  "/feed.xml": () => [silent("/feed.xml")],
  "/_site/:version/:name": () => [silent("/_site/1/icon-32.png", false)],
  "/apple-touch-icon.png": () => [silent("/apple-touch-icon.png", false)],
  "/site.webmanifest": () => [silent("/site.webmanifest", false)],
  "/robots.txt": () => [silent("/robots.txt", false)],
  "/*": () => [silent("/nowhere/at/all", false)],
  "/images/:internalId/:picture": ({ hidden }) => [
    ...(["thumb", "medium", "large", "xlarge", "original"] as const).map((size) =>
      gone(picturePath(hidden, size, "jpg")),
    ),
    gone(picturePath(hidden, "medium", "avif")),
  ],
  "/images/:internalId/file": ({ hidden }) => [{ ...silent(`/images/${hidden.internal_id}/file`, false) }],
  "/api/v1/images/:internalId/generate": ({ hidden }) => [
    { ...gone(`/api/v1/images/${hidden.internal_id}/generate`), method: "POST", body: { variant: "large" } },
  ],
  "/api/v1/categories": () => [silent("/api/v1/categories")],
  "/api/v1/categories/:category/albums": () => [silent("/api/v1/categories/urban/albums")],
  "/api/v1/selected-albums": () => [silent("/api/v1/selected-albums")],
  "/api/v1/albums/:slug": ({ album, besideAlbum }) => [
    ofAlbum(`/api/v1/albums/${album.slug}`),
    silent(`/api/v1/albums/${besideAlbum.slug}`),
  ],
  "/api/v1/albums/:slug/photos/:photoId": (library) =>
    photoPages(library, ({ slug }, { id }) => `/api/v1/albums/${slug}/photos/${id}`, false),
  "/api/v1/pages": () => [silent("/api/v1/pages")],
  "/api/v1/pages/:slug": () => [silent("/api/v1/pages/essay")],
  "/api/v1/journal": () => [silent("/api/v1/journal")],
  "/api/v1/journal/:slug": () => [silent("/api/v1/journal/day")],
  "/api/v1/site": () => [silent("/api/v1/site", false)],
  "/api/v1/contact/form": () => [silent("/api/v1/contact/form", false)],
  "/api/v1/contact": () => [{ ...silent("/api/v1/contact", false), method: "POST", body: {} }],
  "/api/v1/openapi.json": () => [silent("/api/v1/openapi.json", false)],
  "/healthz": () => [silent("/healthz", false)],
  "/readyz": () => [silent("/readyz", false)],
  "/metrics": () => [silent("/metrics", false)],
  "/api": () => [silent("/api", false)],
  "/api/*": () => [silent("/api/v1/nothing", false)],
};

/** Built files, the admin's single page, sign-in, and URLs that only a signature or a token opens, all with their own tests. */
const ELSEWHERE =
  /^\/(assets\/|favicon|s\/|ws\.php|(_page\/)?_draft\/|downloads\/|admin(\/|$)|api\/v1\/(admin|auth)\/)|^\/api\/v1\/quick-collection/;

/** Each takes the photo away from visitors, and its album as well unless it says otherwise. */
const STATES: Record<string, { hide: Switch; show: Switch; keepsAlbum?: true }> = {
  "in a draft": {
    hide: (admin, { album }) => setStatus(admin, album, "draft"),
    show: (admin, { album }) => setStatus(admin, album, "public"),
  },
  "in an album that waits for its time": {
    hide: (admin, { album }) => setTime(admin, album, "2090-01-01T00:00:00Z"),
    show: (admin, { album }) => setTime(admin, album, null),
  },
  "in a hidden category": {
    hide: async (admin, { album }) => {
      await moveTo(admin, album, "travel");
      await setHidden(admin, true);
    },
    show: async (admin, { album }) => {
      await setHidden(admin, false);
      await moveTo(admin, album, "urban");
    },
  },
  private: {
    hide: (admin, { hidden }) => setVisibility(admin, hidden, 1),
    show: (admin, { hidden }) => setVisibility(admin, hidden, 0),
    keepsAlbum: true,
  },
  "in the trash": {
    hide: (admin, { hidden }) => admin.call(trashPhoto, { params: { id: hidden.id } }),
    show: (admin, { hidden }) => admin.call(restorePhoto, { params: { id: hidden.id } }),
    keepsAlbum: true,
  },
};
type Switch = (admin: Client, library: Library) => Promise<unknown>;

test("every public route is in the table", async () => {
  const { routes } = await shareTestServer();

  const known = routes
    .all()
    .filter(({ methods }) => methods.some((method) => method !== "HEAD"))
    .map(({ url }) => url)
    .filter((url) => !ELSEWHERE.test(url));

  expect([...new Set(known)].sort()).toEqual(Object.keys(PUBLIC_PATHS).sort());
});

for (const [state, { hide, show, keepsAlbum }] of Object.entries(STATES)) {
  test(`on no public path is there a trace of a photo that is ${state}`, async () => {
    const server = await shareTestServer();
    const library = await fill(server);
    const { admin, visitor } = server;
    const asked = Object.values(PUBLIC_PATHS).flatMap((ask) => ask(library));
    // Everything is read, and so cached, while it is public.
    const etags = await readAll(visitor, library, asked, true);

    await hide(admin, library);

    const left = asked.map((each) => (keepsAlbum && each.ofAlbum ? silent(each.path) : each));
    await readAll(visitor, library, left, false);
    for (const each of left.filter((each) => each.gone)) {
      // Not even 304, whatever the reader already has.
      const headers = { "if-none-match": etags.get(each.path) ?? "*", ...JSON_BODY };
      const response = await visitor.fetch(each.path, { ...requestOf(each), headers });
      expect([each.path, response.status]).toEqual([each.path, 404]);
    }

    await show(admin, library);
    await readAll(visitor, library, asked, true);
  });
}

test("former URLs redirect to the current ones on every page, and to nothing while the album is hidden", async () => {
  const server = await shareTestServer();
  const library = await fill(server);
  const { admin, visitor } = server;
  const { hidden, album } = library;
  await admin.call(updateAlbum, { params: { slug: album.slug }, body: { slug: "renamed" } });
  await admin.call(updateCategory, { params: { key: "urban" }, body: { key: "city" } });
  const moved: Record<string, [string, string]> = {
    "/:category": ["/urban", "/city"],
    "/:category/:albumSlug": [album.url, "/city/renamed"],
    "/:category/:albumSlug/photo/:photoId": [paths.photo(album, hidden.id), `/city/renamed/photo/${hidden.id}`],
  };
  const withParameters = Object.keys(PUBLIC_PATHS).filter((url) => url.startsWith("/:category"));
  expect(Object.keys(moved)).toEqual(withParameters);

  for (const [from, to] of Object.values(moved)) {
    expect(await redirectOf(visitor, from)).toEqual([301, to]);
    expect(await redirectOf(visitor, paths.content(from))).toEqual([301, paths.content(to)]);
  }
  await admin.call(updateAlbum, { params: { slug: "renamed" }, body: { status: "draft" } });
  await admin.call(updateCategory, { params: { key: "city" }, body: { hidden: true } });
  for (const [from] of Object.values(moved)) expect(await redirectOf(visitor, from)).toEqual([404, null]);
});

const JSON_BODY = { "content-type": "application/json" };
const requestOf = ({ method, body }: Asked): RequestInit => ({
  method: method ?? "GET",
  ...(body && { body: JSON.stringify(body) }),
  headers: JSON_BODY,
});

/** Asks for all of them, and returns their ETags. */
async function readAll(visitor: Client, library: Library, asked: Asked[], isPublic: boolean) {
  const etags = new Map<string, string>();
  const { hidden, album } = library;
  const traces = [hidden.internal_id, "Hidden harbour", ...(isPublic ? [] : [`/${album.slug}/photo/${hidden.id}`])];
  for (const each of asked) {
    const response = await visitor.fetch(each.path, requestOf(each));
    const text = await response.text();
    const isTraced = traces.some((trace) => text.includes(trace));
    const etag = response.headers.get("etag");
    if (etag) etags.set(each.path, etag);
    if (each.gone) expect([each.path, response.status]).toEqual([each.path, isPublic ? 200 : 404]);
    if (!isPublic) expect([each.path, isTraced]).toEqual([each.path, false]);
    // Otherwise the table would prove nothing.
    else if (!each.gone && each.shows) expect([each.path, isTraced]).toEqual([each.path, true]);
  }
  return etags;
}

/** Two albums of one category. Everything that can refer to a photo refers to the one to hide. */
async function fill({ admin, seed }: TestServer): Promise<Library> {
  const besideAlbum = await seed.album({ title: "Beside", category: "urban" });
  const album = await seed.album({ title: "Harbour", category: "urban" });
  const [beside] = await send(admin, besideAlbum, "beside.jpg", "#654321");
  const [hidden] = await send(admin, album, "hidden.jpg", "#123456");
  if (!hidden || !beside) throw new Error("not stored");
  const change = (id: AdminPhoto["id"], body: Parameters<typeof admin.call<typeof updatePhoto>>[1]) =>
    admin.call(updatePhoto, { params: { id }, ...body });
  await change(hidden.id, { body: { title: "Hidden harbour" } });
  await change(hidden.id, { body: { tags: ["only here", "everywhere"] } });
  await change(beside.id, { body: { tags: ["everywhere"] } });
  await change(hidden.id, { body: { featured: true } });
  await admin.call(updateAlbum, { params: { slug: album.slug }, body: { featured: true, cover_photo_id: hidden.id } });
  await admin.call(addAlbumPhotos, { params: { slug: album.slug }, body: { photo_ids: [beside.id] } });
  await admin.call(addAlbumPhotos, { params: { slug: besideAlbum.slug }, body: { photo_ids: [hidden.id] } });
  const blocks = [
    { kind: "photos" as const, photo_ids: [hidden.id, beside.id] },
    { kind: "album" as const, album_id: album.id },
  ];
  const written = { status: "public" as const, blocks };
  await admin.call(createWrittenPage, { body: { ...written, kind: "page", title: "Essay" } });
  await admin.call(createWrittenPage, { body: { ...written, kind: "entry", title: "Day" } });
  return { hidden, album, beside, besideAlbum };
}

async function send(admin: Client, album: AdminAlbum, name: string, colour: string): Promise<AdminPhoto[]> {
  const { body } = await upload(admin, album, [{ name, bytes: await makePicture({ colour }) }]);
  return body.photos;
}

async function redirectOf(visitor: Client, path: string): Promise<[number, string | null]> {
  const response = await visitor.fetch(path, { redirect: "manual" });
  await response.body?.cancel();
  return [response.status, response.headers.get("location")];
}

const setTime = (admin: Client, { slug }: AdminAlbum, publish_on: string | null) =>
  admin.call(updateAlbum, { params: { slug }, body: { publish_on } });
const setStatus = (admin: Client, { slug }: AdminAlbum, status: "public" | "draft") =>
  admin.call(updateAlbum, { params: { slug }, body: { status } });
const moveTo = (admin: Client, { slug }: AdminAlbum, category: string) =>
  admin.call(updateAlbum, { params: { slug }, body: { category } });
const setHidden = (admin: Client, hidden: boolean) =>
  admin.call(updateCategory, { params: { key: "travel" }, body: { hidden } });
const setVisibility = (admin: Client, { id }: AdminPhoto, visibility: 0 | 1) =>
  admin.call(updatePhoto, { params: { id }, body: { visibility } });
