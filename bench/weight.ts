import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Album } from "../contract/albums.ts";
import type { Menu, PageContent, ShownPhoto } from "../contract/pages.ts";
import type { Panel } from "../contract/sequences.ts";
import { DEFAULT_SITE, type Site } from "../contract/site.ts";
import { atMost, report } from "../rig/report.ts";
import { ensureWebBuilt, type WebManifest } from "../server/pages/build-web.ts";

const JS_MAX_KB = 95;
const CSS_MAX_KB = 12;
const FONTS_MAX = 2;
const ALBUM_PHOTOS = 60;
const ALBUM_MAX_KB = 60;
const SEQUENCE_MAX_PERCENT = 5;
/** As many as an upload makes on average (server/platform/images/placeholder.ts). */
const PLACEHOLDER_BYTES = 120;

const categories = ["urban", "portraits", "travel"].map((key) => ({
  key,
  name: key,
  url: `/${key}`,
  albums: [],
  more: 0,
}));
const MENU: Menu = { categories, pages: [] };

const ALBUM: Album = {
  // Any number will do.
  id: 12 as Album["id"],
  slug: "waters-and-trails",
  title: "Waters and Trails",
  description: "Made over three winters, always from a distance, always at first light.",
  category: "travel",
  url: "/travel/waters-and-trails",
  cover_image: null,
  photo_count: ALBUM_PHOTOS,
  featured: false,
  layout: "strip",
};

/** The promise: a visitor downloads at most this to see an album, as sent to browsers that accept only gzip. */
const folder = await ensureWebBuilt();
const manifest: WebManifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
const { loadWebBuild } = await import("../server/pages/web-build.ts");
const { assets } = await loadWebBuild();

const kilobytes = (paths: string[]) =>
  paths.reduce((sum, path) => sum + (assets.get(path)?.compressed.gzip?.length ?? Number.NaN), 0) / 1000;
/** With the script that is part of each page. */
const programOf = (name: "gallery" | "journal") =>
  kilobytes(manifest[name].scripts) + gzipSync(manifest.wake).length / 1000;
const css = kilobytes(manifest.gallery.styles);
const shared = manifest.gallery.scripts.filter((path) => manifest.admin.scripts.includes(path));
const { galleryDocument } = await import("../server/pages/document.ts");
const build = await loadWebBuild();
const site: Site = {
  name: "Mira Holm",
  tagline: "",
  about: "",
  email: "",
  phone: "",
  location: "",
  social: [],
  copyright: "",
  ai_training: "allow",
  home: DEFAULT_SITE.home,
  look: DEFAULT_SITE.look,
  pictures: { portrait: null, logo: null, icon: null },
};
const { body: page } = galleryDocument(
  { path: "/contact", site, menu: MENU, content: { page: "contact", portrait: null, form: null } },
  build,
  "https://example.com",
);
const pageOf = (content: PageContent) =>
  galleryDocument({ path: ALBUM.url, site, menu: MENU, content }, build, "https://example.com").body;
const content = albumContent();
const album = pageOf(content);
const sequenced = pageOf({ ...content, panels: sequenceOf(content.photos) });
const heavierPercent = 100 * (gzipSync(sequenced).length / gzipSync(album).length - 1);
const fonts = page.toString().match(/as="font"/g)?.length ?? 0;

report("Weight of a public page", [
  atMost("JavaScript, gzip", programOf("gallery"), JS_MAX_KB, { unit: "kB", digits: 1 }),
  atMost("JavaScript of a page of the owner, gzip", programOf("journal"), JS_MAX_KB, { unit: "kB", digits: 1 }),
  atMost("JavaScript of a viewing room, gzip", kilobytes(manifest.room.scripts), JS_MAX_KB, {
    unit: "kB",
    digits: 1,
  }),
  atMost("CSS, gzip", css, CSS_MAX_KB, { unit: "kB", digits: 1 }),
  atMost("fonts preloaded", fonts, FONTS_MAX),
  atMost(`the page of an album of ${ALBUM_PHOTOS} photos, uncompressed`, album.length / 1000, ALBUM_MAX_KB, {
    unit: "kB",
    digits: 1,
  }),
  atMost("the same album with pairs, texts and pauses, gzip: heavier by", heavierPercent, SEQUENCE_MAX_PERCENT, {
    unit: "%",
    digits: 1,
  }),
  atMost("scripts shared with the admin area", shared.length, 0),
]);

/** In every ten photos a pair, a triptych, a text and a pause. */
function sequenceOf(photos: ShownPhoto[]): Panel[] {
  const ids = photos.map(({ id }) => id);
  return Array.from({ length: ALBUM_PHOTOS / 10 }, (_, ten) => ids.slice(10 * ten, 10 * ten + 10)).flatMap(
    (ids, ten): Panel[] => [
      ...ids.slice(0, 5).map((id): Panel => ({ kind: "photos", photo_ids: [id], gap: 10 })),
      { kind: "photos", photo_ids: ids.slice(5, 7), gap: 10 },
      {
        kind: "text",
        heading: `Chapter ${ten + 1}`,
        body: `Of the ${ten + 1} winters that this took, with all of its mornings.`,
      },
      { kind: "photos", photo_ids: ids.slice(7), gap: ten % 2 === 0 ? 10 : 0 },
      ...(ten < 5 ? [{ kind: "pause", width: "half" } as const] : []),
    ],
  );
}

function albumContent() {
  const photos = Array.from({ length: ALBUM_PHOTOS }, (_, index) => shownPhoto(index));
  const cover = shownPhoto(ALBUM_PHOTOS);
  return { page: "album" as const, album: ALBUM, photos, offset: 0, is_whole: true, next_album: { ...ALBUM, cover } };
}

/** Titled, with the camera's data, as most uploads are. */
function shownPhoto(index: number): ShownPhoto {
  return {
    // Any number will do.
    id: (4000 + index) as ShownPhoto["id"],
    internal_id: randomBytes(16).toString("hex"),
    title: `Perched osprey ${index}`,
    caption: "",
    alt: "",
    license: "All Rights Reserved",
    tags: [],
    ...(index % 3 === 2 ? { width: 4000, height: 6000 } : { width: 6000, height: 4000 }),
    captured_on: `2026-05-17T06:12:${String(index % 60).padStart(2, "0")}`,
    hdr: false,
    creator: "Photographer Name",
    copyright: "© 2026 Photographer Name",
    focal_point: null,
    image_version: 1,
    placeholder: `data:image/webp;base64,${randomBytes(PLACEHOLDER_BYTES).toString("base64")}`,
    exif: {
      camera: "NIKON Z 8",
      lens: index % 2 === 0 ? "NIKKOR Z 24-120mm f/4 S" : "NIKKOR Z 180-600mm f/5.6-6.3 VR",
      aperture: `f/${4 + (index % 5)}`,
      shutter: `1/${100 * ((index % 16) + 1)}`,
      iso: 100 * ((index % 8) + 1),
      focal_length: `${24 + index} mm`,
    },
  };
}
