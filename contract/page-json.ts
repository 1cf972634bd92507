import type { PageContent, ShownPhoto } from "./pages.ts";

// No imports at run time: the public pages load this file.

/**
 * A page's content as it is sent. An album's photos are a table: each field is named once instead of once per photo, and
 * what all photos have in common is written once.
 */
export type SentContent<Content = PageContent> = Content extends { photos: ShownPhoto[] }
  ? Omit<Content, "photos"> & { photos: PhotoTable }
  : Content;

type PhotoTable = { same: FlatPhoto; fields: string[]; rows: unknown[][] };
/** The camera's data have names such as `exif.lens`. */
type FlatPhoto = Record<string, unknown>;

/** How placeholders begin, and nothing else in Base64 does. */
const WEBP = "data:image/webp;base64,";

export function packContent(content: PageContent): SentContent {
  return "photos" in content ? { ...content, photos: packPhotos(content.photos) } : content;
}

export function unpackContent(sent: SentContent): PageContent {
  return "photos" in sent ? { ...sent, photos: unpackPhotos(sent.photos) } : sent;
}

function packPhotos(photos: ShownPhoto[]): PhotoTable {
  const flat = photos.map(({ exif, placeholder, ...rest }): FlatPhoto => {
    const camera = Object.entries(exif).map(([name, value]) => [`exif.${name}`, value]);
    return { ...rest, placeholder: placeholder.replace(WEBP, ""), ...Object.fromEntries(camera) };
  });
  const names = [...new Set(flat.flatMap(Object.keys))];
  const isSame = (name: string) => new Set(flat.map((photo) => JSON.stringify(photo[name]))).size === 1;
  const fields = names.filter((name) => !isSame(name));
  return {
    same: Object.fromEntries(names.filter(isSame).map((name) => [name, flat[0]?.[name]])),
    fields,
    rows: flat.map((photo) => fields.map((name) => photo[name])),
  };
}

function unpackPhotos({ same, fields, rows }: PhotoTable): ShownPhoto[] {
  return rows.map((row) => {
    const photo: FlatPhoto = {};
    const exif: FlatPhoto = {};
    const put = (name: string, value: unknown) => {
      if (!name.startsWith("exif.")) photo[name] = value;
      // A photo without this fact has null in its row.
      else if (value !== null) exif[name.slice("exif.".length)] = value;
    };
    for (const name in same) put(name, same[name]);
    for (const [index, name] of fields.entries()) put(name, row[index]);
    const placeholder = String(photo.placeholder);
    // Packed above, from photos.
    return { ...photo, placeholder: placeholder.includes(":") ? placeholder : WEBP + placeholder, exif } as ShownPhoto;
  });
}
