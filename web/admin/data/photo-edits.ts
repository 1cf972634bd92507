import type { AdminAlbum } from "../../../contract/albums.ts";
import { PHOTO_CATEGORIES, VISIBILITY } from "../../../contract/limits.ts";
import {
  type AdminPhoto,
  changeOf,
  type PhotoChange,
  type PhotoField,
  type PhotoId,
} from "../../../contract/photos.ts";
import { COLLECTIONS, FLAGS } from "./collections.ts";
import type { BulkAction } from "./send-photos.ts";

/** An edit of photos, and what it shows before the server answers. Everything here is pure. */
export type PhotoEdit = { change: PhotoChange } | { addTags: string[] } | { removeTags: string[] };

export type EditStep = { ids: PhotoId[]; edit: PhotoEdit };

/** Tags are changed whole, added to or removed from; every other field is only changed. */
export function fieldOf(edit: PhotoEdit): PhotoField {
  // A PhotoChange has exactly one key, and it is one of its fields.
  return "change" in edit ? (Object.keys(edit.change)[0] as PhotoField) : "tags";
}

/** Also the label of its field in the panel. A new field needs an entry only if its name is not its word. */
export function wordFor(field: PhotoField): string {
  return WORDS[field] ?? field.replaceAll("_", " ");
}

const WORDS: Partial<Record<PhotoField, string>> = { album_id: "album", alt: "alt text" };

export function editedPhoto(photo: AdminPhoto, edit: PhotoEdit, albums: AdminAlbum[]): AdminPhoto {
  if ("addTags" in edit) return { ...photo, tags: [...new Set([...photo.tags, ...edit.addTags])] };
  if ("removeTags" in edit) return { ...photo, tags: photo.tags.filter((tag) => !edit.removeTags.includes(tag)) };
  const edited: AdminPhoto = { ...photo, ...edit.change };
  // The server's rules: a new category clears the album, and an album sets the category.
  if (edited.category !== photo.category) edited.album_id = null;
  const album = albums.find(({ id }) => id === edited.album_id);
  return {
    ...edited,
    category: album ? categoryOf(album) : edited.category,
    is_visible: edited.visibility === VISIBILITY.public && !edited.deleted,
  };
}

/** The fields that an edit may touch, as they are now: what a rollback restores. */
export function fieldsTouched(photo: AdminPhoto, edit: PhotoEdit): Partial<AdminPhoto> {
  const { category, album_id, tags, is_visible } = photo;
  if (!("change" in edit)) return { tags };
  const field = fieldOf(edit);
  return { [field]: photo[field], category, album_id, is_visible };
}

export function bulkActionFor(edit: PhotoEdit): BulkAction {
  if ("addTags" in edit) return { action: "add_tags", tags: edit.addTags };
  if ("removeTags" in edit) return { action: "remove_tags", tags: edit.removeTags };
  return { action: "update", change: edit.change };
}

/** What takes photos back to how they were; photos that had the same value go together. */
export function undoSteps(before: AdminPhoto[], edits: PhotoEdit[]): EditStep[] {
  const fields = [...new Set(edits.map(fieldOf))];
  // Changing the category cleared the album, which can only come back after the category has.
  const restored: PhotoField[] = fields.includes("category") ? ["category", "album_id"] : fields;
  return restored.flatMap((field) => groupByValue(before, field));
}

/** A photo has its album's category, so the category comes first. */
export function stepsIntoAlbum(ids: PhotoId[], album: AdminAlbum): EditStep[] {
  return [
    { ids, edit: { change: changeOf("category", categoryOf(album)) } },
    { ids, edit: { change: changeOf("album_id", album.id) } },
  ];
}

const categoryOf = ({ category }: AdminAlbum) =>
  // Every album category has its photo category, in capitals.
  PHOTO_CATEGORIES.find((key) => key.toLowerCase() === category) as AdminPhoto["category"];

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
  const field = fieldOf(edit);
  const [value] = Object.values(edit.change);
  const flag = FLAGS.find((each) => each === field);
  if (flag) return `${value ? "added to" : "removed from"} ${COLLECTIONS[flag].name}`;
  if (field === "visibility") return value === VISIBILITY.private ? "made private" : "made public";
  return undefined;
}

export const countPhotos = (count: number) => (count === 1 ? "1 photo" : `${count.toLocaleString("en")} photos`);

export const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
