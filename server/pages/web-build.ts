import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { GalleryServer } from "../../contract/pages.ts";
import type { Encoding } from "../platform/http/encoding.ts";
import { ensureWebBuilt, type WebManifest } from "./build-web.ts";

export type Asset = { type: string; body: Buffer; compressed: Record<Encoding, Buffer | undefined> };

/** The built web app: the page renderer, and the files that pages load, by URL. */
export type WebBuild = { gallery: GalleryServer; manifest: WebManifest; assets: Map<string, Asset> };

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
  ".woff2": "font/woff2",
};

let loading: Promise<WebBuild> | undefined;

/** Loaded once per process, which may run several servers. */
export function loadWebBuild(): Promise<WebBuild> {
  loading ??= load();
  return loading;
}

async function load(): Promise<WebBuild> {
  const folder = await ensureWebBuilt();
  const manifest: WebManifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
  // Built from web/gallery-server.tsx, whose exports have these types.
  const gallery = (await import(pathToFileURL(join(folder, "server", "gallery-server.js")).href)) as GalleryServer;
  return { gallery, manifest, assets: await readAssets(join(folder, "client")) };
}

async function readAssets(folder: string): Promise<Map<string, Asset>> {
  const paths = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const known = new Set(paths);
  const readIfThere = (path: string) => (known.has(path) ? readFile(path) : undefined);
  const assets = new Map<string, Asset>();
  for (const path of paths) {
    const type = TYPES[extname(path)];
    if (!type) continue;
    assets.set(`/${relative(folder, path).split(sep).join("/")}`, {
      type,
      body: await readFile(path),
      compressed: { br: await readIfThere(`${path}.br`), gzip: await readIfThere(`${path}.gz`) },
    });
  }
  return assets;
}
