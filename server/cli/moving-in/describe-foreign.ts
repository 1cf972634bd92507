import { CATEGORY_DESCRIPTION_MAX_CHARS, CATEGORY_NAME_MAX_CHARS } from "../../../contract/limits.ts";
import { RESERVED_KEYS } from "../../../contract/paths.ts";
import { CannotStartError } from "../../errors.ts";
import { freeSlug, slugBase } from "../../features/albums/albums.slug.ts";
import type { CollectedAlbum, CollectedPhoto, Collection } from "../../features/export/collection.ts";
import { cleanTexts } from "../../features/uploads/uploads.text.ts";
import { countOf } from "../command/count-of.ts";
import type { ForeignAlbum, ForeignLibrary, ForeignPhoto } from "./foreign-library.ts";

export type Placing = {
  /** All albums go into this category. */
  category: string | undefined;
  /** For albums that are in no other one. */
  defaultCategory: string;
  /** The path that the old site was at; empty where it had a domain of its own. */
  at: string;
};

type Category = Collection["categories"][number];
type Above = { category: string; titles: string[]; hidden: string | undefined };
/** An album with its category, its title after those of its parents, and why visitors do not see it. */
type Placed = Above & { album: ForeignAlbum };

/** As an import takes it, with lines for the owner about what is not as it was. */
export function describeForeign(given: ForeignLibrary, placing: Placing): { collection: Collection; notes: string[] } {
  const library = belowPath(given, placing.at);
  const { categories, placed } = placeAlbums(library.albums, placing);
  const filled = placed.filter(({ album }) => album.photos.some((id) => library.photos.has(id)));
  const homes = findHomes(filled);
  const slugs = new Set<string>();
  const albums = filled.map((each) => {
    const described = describeAlbum(each, library.photos, homes, slugs);
    slugs.add(described.slug);
    return described;
  });
  const unassigned = [...library.photos].filter(([id]) => !homes.has(id)).map(([, photo]) => photo);
  const favorites = [...library.photos.values()].filter(({ favorite }) => favorite).map(({ file }) => file);
  const collection: Collection = {
    vitrine: 1,
    categories,
    albums,
    in_no_album: unassigned.map(describePhoto),
    featured_albums: [],
    favorites,
    featured: [],
    quick_collection: [],
    rooms: [],
    pages: [],
    site_pictures: [],
  };
  return {
    collection,
    notes: [...notesOn(library, categories, filled), ...leftOut(library, placed.length - filled.length)],
  };
}

/** With addresses as they were on the whole domain. */
function belowPath(library: ForeignLibrary, at: string): ForeignLibrary {
  const path = at.replace(/\/+$/, "");
  if (path === "") return library;
  if (!path.startsWith("/")) throw new CannotStartError("--at is a path, such as /photos");
  const moved = <T extends { addresses: string[] }>(each: T) => ({
    ...each,
    addresses: each.addresses.map((address) => path + address),
  });
  const photos = [...library.photos].map(([id, photo]) => [id, moved(photo)] as const);
  return { ...library, albums: library.albums.map(moved), photos: new Map(photos) };
}

/**
 * An album that has albums in it becomes a category, unless one is given: its own photos are an album of the same title.
 * Deeper ones are named after their parents, as those of folders are.
 */
function placeAlbums(albums: readonly ForeignAlbum[], { category, defaultCategory }: Placing) {
  const ids = new Set(albums.map(({ id }) => id));
  const children = Map.groupBy(albums, ({ parent = "" }) => (ids.has(parent) ? parent : ""));
  const categories: Category[] = [];
  const placed: Placed[] = [];
  const place = (album: ForeignAlbum, above: Above) => {
    const below = children.get(album.id) ?? [];
    const titles = [...above.titles, titleOf(album)];
    const hidden = album.hidden ?? (above.hidden && `was in one that ${above.hidden}`);
    if (album.photos.length > 0 || below.length === 0) placed.push({ ...above, album, titles, hidden });
    for (const child of below) place(child, { ...above, titles, hidden: album.hidden ?? above.hidden });
  };
  for (const album of children.get("") ?? []) {
    const below = children.get(album.id) ?? [];
    if (below.length === 0 || category !== undefined) {
      place(album, { category: category ?? defaultCategory, titles: [], hidden: undefined });
      continue;
    }
    const made = describeCategory(album, categories);
    categories.push(made);
    const above = { category: made.key, titles: [], hidden: album.hidden };
    // Its address leads to the category.
    if (album.photos.length > 0)
      placed.push({ ...above, album: { ...album, addresses: [] }, titles: [titleOf(album)] });
    for (const child of below) place(child, above);
  }
  return { categories, placed };
}

const titleOf = ({ title }: ForeignAlbum) => cleanTexts({ title, keywords: [] }).title || "Untitled";

function describeCategory(album: ForeignAlbum, others: readonly Category[]): Category {
  const taken = new Set([...RESERVED_KEYS, ...others.map(({ key }) => key)]);
  const { caption } = cleanTexts({ caption: album.description, keywords: [] });
  return {
    key: freeSlug(slugBase(titleOf(album)), taken),
    name: titleOf(album).slice(0, CATEGORY_NAME_MAX_CHARS).toWellFormed().trim(),
    hidden: album.hidden !== undefined,
    former_keys: [],
    description: caption.slice(0, CATEGORY_DESCRIPTION_MAX_CHARS).toWellFormed(),
    foreign_addresses: album.addresses,
  };
}

/** The album in which a photo is at home: the first that visitors see, so that they see the photo. */
function findHomes(placed: readonly Placed[]): Map<string, ForeignAlbum> {
  const homes = new Map<string, ForeignAlbum>();
  for (const isHidden of [false, true]) {
    for (const { album } of placed.filter(({ hidden }) => (hidden !== undefined) === isHidden)) {
      for (const id of album.photos) if (!homes.has(id)) homes.set(id, album);
    }
  }
  return homes;
}

function describeAlbum(
  { album, category, titles, hidden }: Placed,
  photos: ForeignLibrary["photos"],
  homes: Map<string, ForeignAlbum>,
  slugs: ReadonlySet<string>,
): CollectedAlbum {
  const { title, caption } = cleanTexts({ title: titles.join(" – "), caption: album.description, keywords: [] });
  const cover = album.cover === undefined ? undefined : photos.get(album.cover)?.file;
  return {
    slug: freeSlug(slugBase(title), slugs),
    title,
    category,
    description: caption,
    status: hidden === undefined ? "public" : "draft",
    publish_on: null,
    layout: "strip",
    former_addresses: [],
    ...(album.addresses.length > 0 && { foreign_addresses: album.addresses }),
    ...(cover !== undefined && { cover }),
    photos: [...new Set(album.photos)].flatMap((id) => {
      const photo = photos.get(id);
      if (!photo) return [];
      return homes.get(id) === album ? describePhoto(photo) : { file: photo.file, guest: true as const };
    }),
  };
}

function describePhoto({ file, hidden, addresses, favorite: _, ...photo }: ForeignPhoto): CollectedPhoto {
  const { filename, license, captured_on, uploaded_on } = photo;
  const { title, caption, alt, tags } = cleanTexts({ ...photo, keywords: photo.tags ?? [] });
  return {
    file,
    ...(filename && { filename }),
    // What is empty there may be in the file.
    ...(title && { title }),
    ...(caption && { caption }),
    ...(alt && { alt }),
    ...(tags.length > 0 && { tags }),
    ...(license && { license }),
    ...(captured_on && { captured_on }),
    ...(uploaded_on && { uploaded_on }),
    visibility: hidden === undefined ? 0 : 1,
    ...(addresses.length > 0 && { foreign_addresses: addresses }),
  };
}

function notesOn({ photos }: ForeignLibrary, categories: readonly Category[], placed: readonly Placed[]): string[] {
  const sections = categories.filter(({ hidden }) => hidden).map(({ name }) => `  hidden: the category ${name}`);
  const drafts = placed.flatMap(({ hidden, titles }) =>
    hidden === undefined ? [] : `  draft: ${titles.join(" – ")}, which ${hidden}`,
  );
  const hidden = Map.groupBy([...photos.values()], (photo) => photo.hidden);
  hidden.delete(undefined);
  return [
    ...sections,
    ...drafts,
    ...[...hidden].map(([why, list]) => `  private: ${countOf(list.length, "photo")}: ${why}`),
  ];
}

function leftOut({ left_out }: ForeignLibrary, empty: number): string[] {
  const lines = empty > 0 ? [...left_out, `${countOf(empty, "album")} without photos`] : left_out;
  return lines.map((line) => `  left out: ${line}`);
}
