import type { AdminAlbum } from "../../../contract/albums.ts";
import type { CallInput } from "../../../contract/endpoint.ts";
import { PHOTO_CATEGORIES, VISIBILITY } from "../../../contract/limits.ts";
import type { AdminPhoto, bulkPhotos, PhotoChange, PhotoId } from "../../../contract/photos.ts";

/** What the panel, the selection bar and the keys do to photos. Pure: what shows before the server has answered. */
export type PhotoEdit = { change: PhotoChange } | { addTags: string[] } | { removeTags: string[] };

export type EditStep = { ids: PhotoId[]; edit: PhotoEdit };

type Field = keyof PhotoChange;

export function editedPhoto(photo: AdminPhoto, edit: PhotoEdit, albums: AdminAlbum[]): AdminPhoto {
  if ("addTags" in edit) return { ...photo, tags: [...new Set([...photo.tags, ...edit.addTags])] };
  if ("removeTags" in edit) return { ...photo, tags: photo.tags.filter((tag) => !edit.removeTags.includes(tag)) };
  const edited = { ...photo, ...edit.change };
  // The same rules as on the server: a new category clears the album, and an album brings its category.
  if (edited.category !== photo.category) edited.album_id = null;
  const album = albums.find(({ id }) => id === edited.album_id);
  const category = PHOTO_CATEGORIES.find((key) => key.toLowerCase() === album?.category);
  return {
    ...edited,
    category: category ?? edited.category,
    is_visible: edited.visibility === VISIBILITY.public && !edited.deleted,
  };
}

/** The fields that an edit of one photo may touch, as they were. */
export function fieldsBefore(photo: AdminPhoto, edit: PhotoEdit): Partial<AdminPhoto> {
  const { category, album_id, tags, is_visible } = photo;
  if (!("change" in edit)) return { tags };
  const field = fieldOf(edit);
  return { [field]: photo[field], category, album_id, is_visible };
}

export function bulkBodyOf(ids: PhotoId[], edit: PhotoEdit): CallInput<typeof bulkPhotos>["body"] {
  if ("addTags" in edit) return { ids, action: "add_tags", tags: edit.addTags };
  if ("removeTags" in edit) return { ids, action: "remove_tags", tags: edit.removeTags };
  return { ids, action: "update", change: edit.change };
}

/** What brings photos back to how they were; photos that had the same value go back together. */
export function undoSteps(before: AdminPhoto[], edits: PhotoEdit[]): EditStep[] {
  const fields = [...new Set(edits.map(fieldOf))];
  if (!fields.includes("category"))
    return fields.flatMap((field) => groupBy(before, (photo) => ({ [field]: photo[field] })));
  // The album went with the category, and can only come back after it.
  const categories = groupBy(before, ({ category }) => ({ category }));
  return [...categories, ...groupBy(before, ({ album_id }) => ({ album_id }))];
}

/** Into an album of whatever category: a photo's category is its album's. */
export function stepsIntoAlbum(ids: PhotoId[], album: AdminAlbum): EditStep[] {
  const category = PHOTO_CATEGORIES.find((key) => key.toLowerCase() === album.category);
  return [
    { ids, edit: { change: { category } } },
    { ids, edit: { change: { album_id: album.id } } },
  ];
}

function groupBy(photos: AdminPhoto[], changeFor: (photo: AdminPhoto) => PhotoChange): EditStep[] {
  const groups = new Map<string, EditStep>();
  for (const photo of photos) {
    const change = changeFor(photo);
    const key = JSON.stringify(change);
    const step = groups.get(key) ?? { ids: [], edit: { change } };
    step.ids.push(photo.id);
    groups.set(key, step);
  }
  return [...groups.values()];
}

export function fieldOf(edit: PhotoEdit): Field {
  if (!("change" in edit)) return "tags";
  // A PhotoChange has exactly one key, and it is one of its fields.
  return Object.keys(edit.change)[0] as Field;
}

export const FIELD_WORDS: Record<Field, string> = {
  title: "title",
  caption: "caption",
  tags: "tags",
  license: "license",
  category: "category",
  album_id: "album",
  visibility: "visibility",
  favorite: "favorite",
  featured: "featured",
  quick_collection: "quick collection",
};

/** "Added to Favorites", or "12 photos added to Favorites". */
export function tellEdit(edit: PhotoEdit, count: number): string {
  const words = wordsFor(edit);
  return count === 1
    ? words
    : `${count.toLocaleString("en")} photos: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

function wordsFor(edit: PhotoEdit): string {
  if ("addTags" in edit) return `Tagged ${edit.addTags.join(", ")}`;
  if ("removeTags" in edit) return `No longer tagged ${edit.removeTags.join(", ")}`;
  const { favorite, featured, quick_collection, visibility } = edit.change;
  if (favorite !== undefined) return favorite ? "Added to Favorites" : "Removed from Favorites";
  if (featured !== undefined) return featured ? "Added to Featured content" : "Removed from Featured content";
  if (quick_collection !== undefined)
    return quick_collection ? "Added to the quick collection" : "Removed from the quick collection";
  if (visibility !== undefined) return visibility === VISIBILITY.private ? "Made private" : "Made public";
  const word = FIELD_WORDS[fieldOf(edit)];
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} saved`;
}
