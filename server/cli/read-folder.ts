import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { CATEGORIES, type Category, DEFAULT_ALBUM_CATEGORY } from "../../contract/limits.ts";
import { CannotStartError } from "../errors.ts";
import { slugBase } from "../features/albums/albums.slug.ts";
import { cleanTexts } from "../features/uploads/uploads.text.ts";
import { readXmp } from "../platform/images/xmp.ts";
import { isInside } from "../platform/inside-folder.ts";
import {
  allPhotos,
  COLLECTION_FILE,
  type CollectedAlbum,
  type CollectedPhoto,
  type Collection,
  readCollection,
} from "./collection.ts";

export type FolderOptions = {
  /** Put all photos into this album, whichever folders they are in. */
  album?: string;
  /** For folders whose path does not begin with a category's name. */
  category?: Category;
};

export type FolderContent = { collection: Collection /** Files that are not photos we accept. */; skipped: string[] };

const PICTURE = /\.(jpe?g|png|gif|webp)$/i;
const SIDECAR = /\.(xmp|json)$/i;
const byName = new Intl.Collator("en", { numeric: true });

/** Follows the folder's description if there is one; otherwise each folder with photos becomes an album. */
export async function readFolder(folder: string, options: FolderOptions): Promise<FolderContent> {
  const description = join(folder, COLLECTION_FILE);
  if (existsSync(description)) {
    await requireInside(folder, COLLECTION_FILE);
    const collection = readCollection(await readFile(description, "utf8"));
    for (const { file } of allPhotos(collection)) await requireInside(folder, file);
    return { collection, skipped: [] };
  }
  const files = await listFiles(folder);
  const pictures = files.filter((file) => PICTURE.test(file)).sort(byName.compare);
  const albums = new Map<string, CollectedAlbum>();
  for (const file of pictures) {
    const { title, category } = albumOf(folder, file, options);
    const slug = slugBase(title);
    const album = albums.get(slug) ?? { slug, title, category, description: "", photos: [] };
    album.photos.push({ file, ...(await readSidecar(folder, file)) });
    albums.set(slug, album);
  }
  return {
    collection: {
      vitrine: 1,
      albums: [...albums.values()],
      in_no_album: [],
      featured_albums: [],
      favorites: [],
      featured: [],
      quick_collection: [],
    },
    skipped: files.filter((file) => !PICTURE.test(file) && !SIDECAR.test(file)),
  };
}

/** A link could bring any file of this machine into the library. A missing file is reported by the import itself. */
async function requireInside(folder: string, file: string): Promise<void> {
  if (await isInside(folder, file).catch(() => true)) return;
  throw new CannotStartError(`${file} is a link that leads out of the folder`);
}

/** Paths relative to the folder, links left out. Names that begin with a dot belong to the system or another program. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.split(sep).some((part) => part.startsWith(".")));
}

function albumOf(folder: string, file: string, options: FolderOptions): { title: string; category: Category } {
  const parts = dirname(file) === "." ? [] : dirname(file).split(sep);
  const named = CATEGORIES.find((category) => category === parts[0]?.toLowerCase());
  const category = options.category ?? named ?? DEFAULT_ALBUM_CATEGORY;
  const titleParts = (named ? parts.slice(1) : parts).map((part) => part.replaceAll("_", " "));
  const title = options.album ?? (titleParts.join(" – ") || basename(resolve(folder)));
  return { title: cleanTexts({ title, keywords: [] }).title, category };
}

/** The sidecar that other photo programs write: `photo.jpg.xmp`, or Adobe's `photo.xmp`. */
async function readSidecar(folder: string, picture: string): Promise<Omit<CollectedPhoto, "file">> {
  const candidates = [`${picture}.xmp`, picture.replace(PICTURE, ".xmp")];
  const sidecar = candidates.find((candidate) => existsSync(join(folder, candidate)));
  if (!sidecar || !(await isInside(folder, sidecar))) return {};
  const { title, caption, alt, tags } = cleanTexts(readXmp(await readFile(join(folder, sidecar))));
  return {
    ...(title && { title }),
    ...(caption && { caption }),
    ...(alt && { alt }),
    ...(tags.length > 0 && { tags }),
  };
}
