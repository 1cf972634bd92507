import type { PageContent, ShownLine, ShownPhoto } from "./pages.ts";
import type { Panel, PausePanel } from "./sequences.ts";

// No imports at run time: the public pages load this file.

/**
 * A page's content as it is sent. An album's photos are a table: each field is named once instead of once per photo, and
 * what all photos have in common is written once. Its panels follow the order of the photos, so they need not name them.
 */
export type SentContent<Content = PageContent> = Content extends { photos: ShownPhoto[] }
  ? Omit<Content, "photos" | "panels"> & { photos: PhotoTable; panels?: SentPanel[] | undefined }
  : Content;

type PhotoTable = { same: FlatPhoto; fields: string[]; rows: unknown[][] };
/** The camera's data have names such as `exif.lens`. */
type FlatPhoto = Record<string, unknown>;
/** How many photos, negative where there is no gap between them; how wide a pause; or a heading and a text. */
type SentPanel = number | PausePanel["width"] | [heading: string, body: string];

/** How placeholders begin, and nothing else in Base64 does. */
const WEBP = "data:image/webp;base64,";

export function packContent(content: PageContent): SentContent {
  if (!("photos" in content)) return content;
  return { ...content, photos: packPhotos(content.photos), panels: content.panels?.map(packPanel) };
}

export function unpackContent(sent: SentContent): PageContent {
  if (!("photos" in sent)) return sent;
  const photos = unpackPhotos(sent.photos);
  return { ...sent, photos, panels: sent.panels && unpackPanels(sent.panels, photos) };
}

function packPanel(panel: Panel): SentPanel {
  if (panel.kind === "pause") return panel.width;
  if (panel.kind === "text") return [panel.heading, panel.body];
  return panel.gap === 0 ? -panel.photo_ids.length : panel.photo_ids.length;
}

function unpackPanels(panels: SentPanel[], photos: ShownPhoto[]): ShownLine {
  let index = 0;
  return panels.map((panel): Panel => {
    if (typeof panel === "string") return { kind: "pause", width: panel };
    if (typeof panel !== "number") return { kind: "text", heading: panel[0], body: panel[1] };
    const first = index;
    index += Math.abs(panel);
    const photo_ids = photos.slice(first, index).map(({ id }) => id);
    return { kind: "photos", photo_ids, gap: panel < 0 ? 0 : 10 };
  });
}

/** Column by column: an object for each photo would take three times as long. */
function packPhotos(photos: ShownPhoto[]): PhotoTable {
  const columns = [
    ...namesOf(photos)
      .filter((name) => name !== "exif")
      .map((name) => ({ name, values: photos.map((photo) => columnOf(photo, name)) })),
    ...namesOf(photos.map(({ exif }) => exif)).map((name) => ({
      name: `exif.${name}`,
      values: photos.map(({ exif }) => exif[name]),
    })),
  ];
  const isSame = ({ values }: Column) => values.every((value) => isEqual(value, values[0]));
  const { same = [], differing = [] } = Object.groupBy(columns, (column) => (isSame(column) ? "same" : "differing"));
  return {
    same: Object.fromEntries(same.map(({ name, values }) => [name, values[0]])),
    fields: differing.map(({ name }) => name),
    rows: photos.map((_, index) => differing.map(({ values }) => values[index])),
  };
}

type Column = { name: string; values: unknown[] };

/** The photos need not all have the same fields. */
function namesOf<T extends object>(objects: T[]): (keyof T & string)[] {
  const names = new Set<string>();
  for (const each of objects) for (const name in each) names.add(name);
  // They are keys of these objects.
  return [...names] as (keyof T & string)[];
}

function columnOf(photo: ShownPhoto, name: keyof ShownPhoto): unknown {
  return name === "placeholder" ? photo.placeholder.replace(WEBP, "") : photo[name];
}

/** Most values differ in the second photo, and few are objects. */
function isEqual(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));
}

/** Plain loops: this runs on a phone before anything there has been compiled. */
function unpackPhotos({ same, fields, rows }: PhotoTable): ShownPhoto[] {
  const names = [...Object.keys(same), ...fields];
  const common = Object.values(same);
  const cameraNames = names.map((name) => (name.startsWith("exif.") ? name.slice("exif.".length) : null));
  return rows.map((row) => {
    const photo: FlatPhoto = {};
    const exif: FlatPhoto = {};
    for (let index = 0; index < names.length; index++) {
      const value = index < common.length ? common[index] : row[index - common.length];
      const cameraName = cameraNames[index];
      if (cameraName == null) photo[names[index] as string] = value;
      // A photo without this fact has null in its row.
      else if (value !== null) exif[cameraName] = value;
    }
    const placeholder = String(photo.placeholder);
    photo.placeholder = placeholder.includes(":") ? placeholder : WEBP + placeholder;
    photo.exif = exif;
    // Packed above, from photos.
    return photo as unknown as ShownPhoto;
  });
}
