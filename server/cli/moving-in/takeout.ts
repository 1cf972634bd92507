import { open, readFile, stat } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { z } from "zod";
import { CannotStartError } from "../../errors.ts";
import { hashFile } from "../../platform/hash.ts";
import { countOf } from "../command/count-of.ts";
import { listFiles } from "../transfer/read-folder.ts";
import { type ForeignAlbum, type ForeignLibrary, type ForeignPhoto, PICTURE } from "./foreign-library.ts";
import { sidecarNames, withoutEdit } from "./takeout-names.ts";

const SIDECAR_MAX_BYTES = 1_000_000;
/** Where a file has its EXIF, if it has any. */
const HEAD_BYTES = 65_536;

const Time = z.object({ timestamp: z.string() }).optional();
const Sidecar = z.object({
  title: z.string().default(""),
  description: z.string().default(""),
  photoTakenTime: Time,
  creationTime: Time,
  favorited: z.boolean().default(false),
  archived: z.boolean().default(false),
  trashed: z.boolean().default(false),
});
type Sidecar = z.infer<typeof Sidecar>;

/** Google Photos in an unpacked Google Takeout: a folder for each year and for each album, and a JSON file for each photo. */
export async function readTakeout(folder: string): Promise<ForeignLibrary> {
  const { files } = await listFiles(folder);
  const isThere = new Set(files);
  const pictures = files.filter((file) => PICTURE.test(file));
  const sidecars = new Map<string, Sidecar>();
  for (const file of files.filter((each) => each.endsWith(".json"))) {
    const sidecar = await readSidecar(join(folder, file));
    if (sidecar) sidecars.set(file, sidecar);
  }
  if (sidecars.size === 0) throw new CannotStartError(`${folder} has no JSON files of Google Takeout`);

  const edited = new Set(pictures.map(withoutEdit).filter((file) => file !== undefined && isThere.has(file)));
  const shown = pictures.filter((file) => !edited.has(file));
  const sameAs = await findCopies(folder, shown);
  const photos = new Map<string, ForeignPhoto>();
  const taken = new Map<string, string>();
  const trashed = new Set<string>();
  for (const file of shown) {
    const name = sidecarNames(basename(withoutEdit(file) ?? file)).find((each) =>
      isThere.has(join(dirname(file), each)),
    );
    const sidecar = name === undefined ? undefined : sidecars.get(join(dirname(file), name));
    const id = sameAs.get(file) ?? file;
    if (sidecar?.trashed) trashed.add(id);
    else if (!photos.has(id) || sidecar) photos.set(id, await describePhoto(folder, id, sidecar));
    taken.set(id, sidecar?.photoTakenTime?.timestamp.padStart(12, "0") ?? taken.get(id) ?? "");
  }
  const byFolder = Map.groupBy(shown, (file) => dirname(file));
  const albums = [...byFolder].flatMap(([place, list]): ForeignAlbum[] => {
    const description = albumOf(place, files, sidecars);
    if (!description) return [];
    const ids = [...new Set(list.map((file) => sameAs.get(file) ?? file))].filter((id) => photos.has(id));
    return [
      {
        id: place,
        title: description.title || basename(place),
        description: description.description,
        hidden: "was only for those it was shared with",
        photos: ids.toSorted((a, b) => (taken.get(a) ?? "").localeCompare(taken.get(b) ?? "") || a.localeCompare(b)),
        addresses: [],
      },
    ];
  });
  const others = files.filter((file) => !PICTURE.test(file) && !/\.(json|html|xmp)$/i.test(file));
  const left_out = [
    ...(edited.size > 0 ? [`${countOf(edited.size, "photo")} in favor of the edited one`] : []),
    ...(trashed.size > 0 ? [`${countOf(trashed.size, "photo")} in the trash`] : []),
    ...(others.length > 0 ? [`${countOf(others.length, "film")} or other files`] : []),
  ];
  return { albums, photos, left_out };
}

async function readSidecar(path: string): Promise<Sidecar | undefined> {
  if ((await stat(path)).size > SIDECAR_MAX_BYTES) return undefined;
  try {
    return Sidecar.safeParse(JSON.parse(await readFile(path, "utf8"))).data;
  } catch {
    // Another program's, or cut off.
    return undefined;
  }
}

/** The description of the album in a folder, whose name depends on the owner's language. A year's folder has none. */
function albumOf(place: string, files: readonly string[], sidecars: ReadonlyMap<string, Sidecar>): Sidecar | undefined {
  const own = files.find((file) => {
    const sidecar = dirname(file) === place ? sidecars.get(file) : undefined;
    return sidecar !== undefined && sidecar.photoTakenTime === undefined && /^[^.]+\.json$/.test(basename(file));
  });
  return own === undefined ? undefined : sidecars.get(own);
}

/** The first file with the same bytes, for each that is not the first: a photo is in its year and in each of its albums. */
async function findCopies(folder: string, files: readonly string[]): Promise<Map<string, string>> {
  const sizes = new Map<string, number>();
  for (const file of files) sizes.set(file, (await stat(join(folder, file))).size);
  const copies = new Map<string, string>();
  for (const [, alike] of Map.groupBy(files, (file) => sizes.get(file))) {
    if (alike.length === 1) continue;
    const first = new Map<string, string>();
    for (const file of alike) {
      const sha256 = await hashFile(join(folder, file));
      const known = first.get(sha256);
      if (known === undefined) first.set(sha256, file);
      else copies.set(file, known);
    }
  }
  return copies;
}

async function describePhoto(folder: string, file: string, sidecar: Sidecar | undefined): Promise<ForeignPhoto> {
  const uploaded_on = timeOf(sidecar?.creationTime);
  const captured_on = (await hasOwnTime(join(folder, file))) ? undefined : timeOf(sidecar?.photoTakenTime);
  // The name before Takeout cut it.
  const whole = sidecar?.title ?? "";
  return {
    file,
    filename: extname(whole).toLowerCase() === extname(file).toLowerCase() ? whole : basename(file),
    caption: sidecar?.description ?? "",
    ...(captured_on && { captured_on: captured_on.slice(0, 19) }),
    ...(uploaded_on && { uploaded_on }),
    favorite: sidecar?.favorited ?? false,
    hidden: sidecar?.archived ? "was archived" : undefined,
    addresses: [],
  };
}

function timeOf(time: z.infer<typeof Time>): string | undefined {
  const date = new Date(Number(time?.timestamp) * 1000);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 ? undefined : date.toISOString();
}

/** Whether the file has a time by the camera's clock, which the import reads. Takeout has it in UTC, without a zone. */
async function hasOwnTime(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return /\d{4}:\d\d:\d\d \d\d:\d\d:\d\d/.test(buffer.subarray(0, bytesRead).toString("latin1"));
  } finally {
    await file.close();
  }
}
