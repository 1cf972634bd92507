import type { AlbumId } from "../../../contract/album-id.ts";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { VISIBILITY } from "../../../contract/limits.ts";
import {
  type AdminPhoto,
  changeOf,
  type PhotoChange,
  type PhotoField,
  type PhotoId,
} from "../../../contract/photos.ts";
import { COLLECTIONS, FLAGS } from "./collections.ts";
import type { BulkAction } from "./send-photos.ts";

/** An edit of photos, and what it shows before the server responds. Everything here is pure. */
export type PhotoEdit =
  | { change: PhotoChange }
  | { addTags: string[] }
  | { removeTags: string[] }
  /** Adds them to an album; with `from`, they leave that one, or the home of each. */
  | { toAlbum: AlbumId; from?: AlbumId | "home" }
  | { outOfAlbum: AlbumId };

export type EditStep = { ids: PhotoId[]; edit: PhotoEdit };

/** Tags and albums are changed whole, added to or removed from; every other field is only changed. */
export function fieldOf(edit: PhotoEdit): PhotoField {
  // A PhotoChange has exactly one key, and it is one of its fields.
  if ("change" in edit) return Object.keys(edit.change)[0] as PhotoField;
  return "toAlbum" in edit || "outOfAlbum" in edit ? "album_ids" : "tags";
}

/** Also the label of its field in the panel. A new field needs an entry only if its name is not its word. */
export function wordFor(field: PhotoField): string {
  return WORDS[field] ?? field.replaceAll("_", " ");
}

const WORDS: Partial<Record<PhotoField, string>> = {
  album_id: "album",
  album_ids: "albums",
  alt: "alt text",
};

export function editedPhoto(photo: AdminPhoto, edit: PhotoEdit, albums: AdminAlbum[]): AdminPhoto {
  if ("addTags" in edit) return { ...photo, tags: [...new Set([...photo.tags, ...edit.addTags])] };
  if ("removeTags" in edit) return { ...photo, tags: photo.tags.filter((tag) => !edit.removeTags.includes(tag)) };
  const edited: AdminPhoto = {
    ...photo,
    ...("change" in edit ? edit.change : {}),
    album_ids: albumsAfter(photo, edit),
  };
  // The server's rules: the first album is the home, and sets the category.
  const home = albums.find(({ id }) => id === edited.album_ids[0]);
  return {
    ...edited,
    album_id: edited.album_ids[0] ?? null,
    category: home ? categoryOf(home) : edited.category,
    is_visible: edited.visibility === VISIBILITY.public && !edited.deleted,
  };
}

/** The photo's albums after an edit, its home first. */
function albumsAfter({ album_ids, category }: AdminPhoto, edit: PhotoEdit): AlbumId[] {
  const [home, ...guestIn] = album_ids;
  const movedHome = (to: AlbumId) => [to, ...guestIn.filter((id) => id !== to)];
  if ("outOfAlbum" in edit) return album_ids.filter((id) => id !== edit.outOfAlbum);
  if ("toAlbum" in edit) {
    const { toAlbum, from } = edit;
    if (from === "home") return home === toAlbum ? album_ids : movedHome(toAlbum);
    const isReplaced = from !== undefined && album_ids.includes(from);
    return [...new Set(isReplaced ? album_ids.map((id) => (id === from ? toAlbum : id)) : [...album_ids, toAlbum])];
  }
  if (!("change" in edit)) return album_ids;
  const { change } = edit;
  if (change.album_ids) return change.album_ids;
  // A new category clears the albums.
  if (change.album_id === null || (change.category !== undefined && change.category !== category)) return [];
  return change.album_id !== undefined && change.album_id !== home ? movedHome(change.album_id) : album_ids;
}

/** The fields that an edit may touch, as they are now: what a rollback restores. */
export function fieldsTouched(photo: AdminPhoto, edit: PhotoEdit): Partial<AdminPhoto> {
  const { category, album_id, album_ids, is_visible } = photo;
  const field = fieldOf(edit);
  return { [field]: photo[field], category, album_id, album_ids, is_visible };
}

export function bulkActionFor(edit: PhotoEdit): BulkAction {
  if ("addTags" in edit) return { action: "add_tags", tags: edit.addTags };
  if ("removeTags" in edit) return { action: "remove_tags", tags: edit.removeTags };
  if ("outOfAlbum" in edit) return { action: "remove_from_album", album_id: edit.outOfAlbum };
  if ("change" in edit) return { action: "update", change: edit.change };
  const { toAlbum, from } = edit;
  if (from === "home") return { action: "update", change: changeOf("album_id", toAlbum) };
  return { action: "add_to_album", album_id: toAlbum, from_album_id: from };
}

/** What takes photos back to how they were; photos that had the same value go together. */
export function undoSteps(before: AdminPhoto[], edits: PhotoEdit[]): EditStep[] {
  const fields = edits.map(fieldOf).map((field) => (field === "album_id" ? "album_ids" : field));
  // Changing the category cleared the albums, which can only come back after the category has.
  const restored = new Set(fields.includes("category") ? (["category", "album_ids"] as const) : fields);
  return [...restored].flatMap((field) => groupByValue(before, field));
}

/** A photo has the key of its album's category in capitals. */
const categoryOf = ({ category }: AdminAlbum) => category.toUpperCase();

function groupByValue(photos: AdminPhoto[], field: PhotoField): EditStep[] {
  const groups = new Map<string, EditStep>();
  for (const photo of photos) {
    const change = changeOf(field, photo[field]);
    const key = JSON.stringify(change);
    const step = groups.get(key) ?? { ids: [], edit: { change } };
    step.ids.push(photo.id);
    groups.set(key, step);
  }
  return [...groups.values()];
}

/** "Ash added to Favorites", "12 photos made private", "Album of Ash changed". */
export function describeEdit(edit: PhotoEdit, subject: string): string {
  const done = passiveFor(edit);
  return done ? `${subject} ${done}` : `${capitalize(wordFor(fieldOf(edit)))} of ${subject} changed`;
}

function passiveFor(edit: PhotoEdit): string | undefined {
  if ("addTags" in edit) return `tagged ${edit.addTags.join(", ")}`;
  if ("removeTags" in edit) return `no longer tagged ${edit.removeTags.join(", ")}`;
  // The caller knows the album's title.
  if (!("change" in edit)) return undefined;
  const field = fieldOf(edit);
  const [value] = Object.values(edit.change);
  const flag = FLAGS.find((each) => each === field);
  if (flag) return `${value ? "added to" : "removed from"} ${COLLECTIONS[flag].name}`;
  if (field === "visibility") return value === VISIBILITY.private ? "made private" : "made public";
  return undefined;
}

export const countPhotos = (count: number) => (count === 1 ? "1 photo" : `${count.toLocaleString("en")} photos`);

export const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
