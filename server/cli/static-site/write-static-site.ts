import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { HDR_SIZES, PICTURE_SIZES, publicSize } from "../../../contract/limits.ts";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { paths, picturePath } from "../../../contract/paths.ts";
import type { Deps } from "../../deps.ts";
import { eachPublicPhoto } from "../../features/albums/public-albums.service.ts";
import { makeUnlessStored } from "../../features/pictures/making/making.service.ts";
import { listFormerPaths } from "../../features/written-pages/public-written-pages.service.ts";
import { findForeignAddresses } from "../../library/shown/foreign-addresses.queries.ts";
import { findForeignPath } from "../../library/shown/foreign-addresses.ts";
import { findFormerAddresses } from "../../library/shown/former-addresses.queries.ts";
import { escapeText } from "../../platform/escape-text.ts";
import { settleAll } from "../../platform/settle-all.ts";
import { referencesIn } from "./references.ts";
import { serveLocally } from "./serve-locally.ts";

export type StaticSite = { pages: number; pictures: number; photos: number; missing: string[] };
type Photo = Pick<ShownPhoto, "id" | "internal_id" | "image_version" | "hdr">;
type Progress = (done: number, total: number) => void;

const AT_ONCE = 8;
/** What only a server can do, and what is not for visitors. */
const LEFT_OUT = /^\/(admin|api|downloads|s)(\/|$)/;
/** Their names are looked for in every program and style sheet: a program loads others when it needs them. */
const ASSET_NAME = /[\w.-]+\.(?:js|css|woff2|svg)\b/g;

/**
 * The public site as plain files for any web server. It is asked for over HTTP, page by page, as a search engine does, so
 * whatever visitors can reach is in it, and nothing else.
 */
export async function writeStaticSite(
  deps: Deps,
  folder: string,
  origin: string,
  progress: Progress = () => {},
): Promise<StaticSite> {
  await using opened = new AsyncDisposableStack();
  const { url } = opened.adopt(await serveLocally(deps), (site) => site.close());
  const site = { pages: 0, pictures: 0, photos: 0, missing: [] as string[] };
  const known = new Set<string>();
  const waiting: string[] = [];
  const add = (named: string) => {
    if (known.has(named) || LEFT_OUT.test(named)) return;
    // A copy: a part of a text keeps more of it in memory than itself.
    const path = Buffer.from(named).toString();
    known.add(path);
    waiting.push(path);
  };

  const copy = async (path: string): Promise<void> => {
    const response = await fetch(url + path, { headers: { "accept-encoding": "identity" } });
    const type = response.headers.get("content-type") ?? "";
    if (response.redirected) {
      const moved = new URL(response.url).pathname;
      add(moved);
      await response.body?.cancel();
      return write(folder, fileOf(path, "text/html"), movedPage(moved));
    }
    if (!response.ok) {
      site.missing.push(`${path}: ${response.status}`);
      await response.body?.cancel();
      return;
    }
    const file = fileOf(path, type);
    if (path.startsWith("/images/")) {
      site.pictures += 1;
      return writeStream(folder, file, response);
    }
    const bytes = Buffer.from(await response.arrayBuffer());
    await write(folder, file, bytes);
    if (/html|xml|manifest/.test(type)) for (const reference of referencesIn(bytes.toString(), origin)) add(reference);
    if (/javascript|css/.test(type)) {
      for (const [name] of bytes.toString().matchAll(ASSET_NAME)) if (name.includes("-")) add(`/assets/${name}`);
    }
    if (!type.startsWith("text/html")) return;
    site.pages += 1;
    // What the program fetches when a visitor goes to this page from another. The photos of an album come with the album.
    if (!path.includes("/photo/")) add(paths.content(path));
  };

  /** Until nothing is left: a page adds what it leads to. */
  const copyAll = async () => {
    while (waiting.length > 0) await settleAll(waiting.splice(0, AT_ONCE).map(copy));
  };

  for (const path of [paths.home, paths.contact, paths.sitemap, paths.feed, paths.robots, "/favicon.svg"]) add(path);
  for (const { category, slug } of await findFormerAddresses(deps.db)) add(paths.album({ category, slug }));
  for (const path of await listFormerPaths(deps)) add(path);
  for (const { address } of await findForeignAddresses(deps.db)) {
    // A web server looks for a file by the path alone. Those of drafts lead nowhere.
    if (!address.includes("?") && (await findForeignPath(deps.db, address, "whole"))) add(encodeURI(address));
  }
  await copyAll();
  const photos: Photo[] = [];
  // Without their texts: there may be many.
  for await (const { photo } of eachPublicPhoto(deps)) {
    const { id, internal_id, image_version, hdr } = photo;
    photos.push({ id, internal_id, image_version, hdr });
  }
  for (const photo of photos) {
    waiting.push(...(await picturesOf(deps, photo)).filter((path) => !known.has(path)));
    await copyAll();
    site.photos += 1;
    progress(site.photos, photos.length);
  }
  const unknown = await fetch(`${url}/-/-/-`);
  await write(folder, "404.html", Buffer.from(await unknown.arrayBuffer()));
  return site;
}

/** A visitor may ask for any of them. Those that do not exist yet are made, as they would be for that visitor. */
async function picturesOf(deps: Deps, photo: Photo): Promise<string[]> {
  const { largest_public_px } = deps.site.current();
  const sizes = new Set(PICTURE_SIZES.map((size) => publicSize(size, largest_public_px)));
  // A picture that cannot be made is missing for visitors too: its request says so.
  for (const size of sizes) await makeUnlessStored(deps, photo, size).catch(() => {});
  return PICTURE_SIZES.flatMap((size) => [
    picturePath(photo, size, "jpg"),
    ...(size === "original" ? [] : [picturePath(photo, size, "avif")]),
    ...(photo.hdr && HDR_SIZES.some((each) => each === size) ? [picturePath(photo, size, "hdr.jpg")] : []),
  ]);
}

/** A page is the index of a folder, which every web server sends for the page's URL. */
function fileOf(path: string, type: string): string {
  const decoded = decodeURIComponent(path);
  const isPage = type.startsWith("text/html") || decoded.startsWith(paths.content("/"));
  return isPage ? join(decoded, "index.html") : decoded;
}

async function write(folder: string, file: string, content: Buffer | string): Promise<void> {
  const path = await placeFor(folder, file);
  await writeFile(path, content);
}

async function writeStream(folder: string, file: string, { body }: Response): Promise<void> {
  const path = await placeFor(folder, file);
  await pipeline(body ? Readable.fromWeb(body) : Readable.from([]), createWriteStream(path));
}

async function placeFor(folder: string, file: string): Promise<string> {
  // From the root, so that no ".." leads out of the folder.
  const path = join(folder, normalize(join("/", file)));
  await mkdir(dirname(path), { recursive: true });
  return path;
}

/** For an address that an album had before, here or on another site. */
const movedPage = (to: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Moved</title>
<link rel="canonical" href="${escapeText(to)}">
<meta http-equiv="refresh" content="0; url=${escapeText(to)}">
</head>
<body><p><a href="${escapeText(to)}">This page has moved</a></p></body>
</html>
`;
