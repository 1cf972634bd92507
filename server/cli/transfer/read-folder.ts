import { existsSync, statSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { CannotStartError } from "../../errors.ts";
import { freeSlug, slugBase } from "../../features/albums/albums.slug.ts";
import {
  allPhotos,
  COLLECTION_FILE,
  type CollectedAlbum,
  type CollectedPhoto,
  type Collection,
  readCollection,
} from "../../features/export/collection.ts";
import { cleanTexts } from "../../features/uploads/uploads.text.ts";
import { readXmp } from "../../platform/images/xmp.ts";
import { isInside } from "../../platform/inside-folder.ts";
import type { AlbumsBy } from "./import-collection.ts";
import { requireInside } from "./require-inside.ts";

export type FolderOptions = {
  /** Put all photos into this album, whichever folders they are in. */
  album?: string;
  /** For folders whose path does not begin with a category's name. */
  category?: string;
  /** The keys of the library's categories. */
  categories: readonly string[];
  /** Of other folders. */
  defaultCategory: string;
};

export type FolderContent = {
  /** What the files of the collection are relative to. */
  folder: string;
  collection: Collection;
  albumsBy: AlbumsBy;
  /** Links, and files that are not photos we accept. */
  skipped: string[];
  /** Folders and sidecars that could not be read. */
  unreadable: string[];
  /** What is not as it was in another program. */
  notes: string[];
};

const PICTURE = /\.(jpe?g|png|gif|webp|hei[cf])$/i;
const SIDECAR = /\.(xmp|json)$/i;
const byName = new Intl.Collator("en", { numeric: true });

/** Follows the folder's description if there is one; otherwise each folder with photos becomes an album. */
export async function readFolder(folder: string, options: FolderOptions): Promise<FolderContent> {
  const description = join(folder, COLLECTION_FILE);
  if (existsSync(description)) {
    await requireInside(folder, COLLECTION_FILE);
    const collection = readCollection(await readFile(description, "utf8"));
    for (const { file } of allPhotos(collection)) await requireInside(folder, file);
    return { folder, collection, albumsBy: "slug", skipped: [], unreadable: [], notes: [] };
  }
  const { files, links, unreadable } = await listFiles(folder);
  const pictures = files.filter((file) => PICTURE.test(file)).sort(byName.compare);
  const albums = new Map<string, CollectedAlbum>();
  const slugs = new Set<string>();
  for (const file of pictures) {
    const { key, title, category } = albumOf(folder, file, options);
    const album = albums.get(key) ?? {
      slug: freeSlug(slugBase(title), slugs),
      title,
      category,
      description: "",
      status: "public",
      publish_on: null,
      layout: "strip",
      former_addresses: [],
      photos: [],
    };
    const sidecar = await readSidecar(folder, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EACCES") throw error;
      unreadable.push(`${file}'s XMP file`);
      return {};
    });
    album.photos.push({ file, ...sidecar });
    albums.set(key, album);
    slugs.add(album.slug);
  }
  return {
    folder,
    collection: {
      vitrine: 1,
      categories: [],
      albums: [...albums.values()],
      in_no_album: [],
      featured_albums: [],
      favorites: [],
      featured: [],
      quick_collection: [],
      rooms: [],
      pages: [],
      site_pictures: [],
    },
    albumsBy: options.album ? "slug" : "title",
    skipped: [...links, ...files.filter((file) => !PICTURE.test(file) && !SIDECAR.test(file))],
    unreadable,
    notes: [],
  };
}

type Listing = { files: string[]; links: string[]; unreadable: string[] };

/**
 * Paths relative to the folder. Follows no links: they lead out of the tree, or around in it. Names that begin with a dot
 * belong to the system or another program. A folder that cannot be read does not keep the others from being read.
 */
export async function listFiles(folder: string, below = ""): Promise<Listing> {
  const listing: Listing = { files: [], links: [], unreadable: [] };
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (below === "") throw new CannotStartError(`${folder} cannot be read (${error.code})`);
    listing.unreadable.push(below);
    return [];
  });
  for (const entry of entries) {
    const path = join(below, entry.name);
    if (entry.name.startsWith(".")) continue;
    if (entry.isFile()) listing.files.push(path);
    else if (entry.isSymbolicLink()) listing.links.push(path);
    else if (entry.isDirectory()) {
      const inner = await listFiles(folder, path);
      // A spread in `push` would overflow the stack with the files of a large folder.
      listing.files = listing.files.concat(inner.files);
      listing.links = listing.links.concat(inner.links);
      listing.unreadable = listing.unreadable.concat(inner.unreadable);
    }
  }
  return listing;
}

/** The key is the same for all photos of an album: those of one folder, or all of them with `--album`. */
function albumOf(
  folder: string,
  file: string,
  options: FolderOptions,
): { key: string; title: string; category: string } {
  const parts = dirname(file) === "." ? [] : dirname(file).split(sep);
  const named = options.categories.find((category) => category === parts[0]?.normalize().toLowerCase());
  const category = options.category ?? named ?? options.defaultCategory;
  const titleParts = (named ? parts.slice(1) : parts).map((part) => part.replaceAll("_", " "));
  const title = options.album ?? (titleParts.join(" – ") || basename(resolve(folder)));
  const key = options.album ? "" : dirname(file);
  return { key, title: cleanTexts({ title, keywords: [] }).title, category };
}

/** The sidecar that other photo programs write: `photo.jpg.xmp`, or Adobe's `photo.xmp`. */
async function readSidecar(folder: string, picture: string): Promise<Omit<CollectedPhoto, "file">> {
  const candidates = [`${picture}.xmp`, picture.replace(PICTURE, ".xmp")];
  const isFile = (path: string) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile();
  const sidecar = candidates.find(isFile);
  if (!sidecar || !(await isInside(folder, sidecar))) return {};
  const { title, caption, alt, tags } = cleanTexts(readXmp(await readFile(join(folder, sidecar))));
  return {
    ...(title && { title }),
    ...(caption && { caption }),
    ...(alt && { alt }),
    ...(tags.length > 0 && { tags }),
  };
}
