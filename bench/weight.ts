import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { atMost, report } from "../rig/report.ts";
import { ensureWebBuilt, type WebManifest } from "../server/pages/build-web.ts";

const JS_MAX_KB = 95;
const CSS_MAX_KB = 12;
const FONTS_MAX = 2;

/** The promise: a visitor downloads at most this to see an album, as sent to browsers that accept only gzip. */
const folder = await ensureWebBuilt();
const manifest: WebManifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
const { loadWebBuild } = await import("../server/pages/web-build.ts");
const { assets } = await loadWebBuild();

const kilobytes = (paths: string[]) =>
  paths.reduce((sum, path) => sum + (assets.get(path)?.gzip?.length ?? Number.NaN), 0) / 1000;
const js = kilobytes(manifest.gallery.scripts) + gzipSync(manifest.wake).length / 1000;
const css = kilobytes(manifest.gallery.styles);
const shared = manifest.gallery.scripts.filter((path) => manifest.admin.scripts.includes(path));
const { galleryDocument } = await import("../server/pages/document.ts");
const page = galleryDocument(
  {
    path: "/contact",
    site: { name: "", tagline: "", about: "", email: "", phone: "", location: "", portrait: "", social: [] },
    content: { page: "contact", portrait: null },
  },
  await loadWebBuild(),
  "https://example.com",
);
const fonts = page.toString().match(/as="font"/g)?.length ?? 0;

report("Weight of a public page", [
  atMost("JavaScript, gzip", js, JS_MAX_KB, { unit: "kB", digits: 1 }),
  atMost("CSS, gzip", css, CSS_MAX_KB, { unit: "kB", digits: 1 }),
  atMost("fonts preloaded", fonts, FONTS_MAX),
  atMost("scripts shared with the admin area", shared.length, 0),
]);
