import { createHash, randomUUID } from "node:crypto";
import sharp from "sharp";
import type { AdminAlbum, Album } from "../../contract/albums.ts";
import type { PhotoId } from "../../contract/photos.ts";
import type { NewPhotoRow } from "../../server/db/schema.ts";
import { createAlbum } from "../../server/features/albums/albums.service.ts";
import { insertPhoto } from "../../server/features/uploads/uploads.queries.ts";
import { originalKey } from "../../server/library/files/keys.ts";
import { photoCategoryOf } from "../../server/library/shown/categories.ts";
import type { Site } from "../../server/start.ts";
import { insertRows, joinHomes, photoRow } from "../photo-row.ts";

/** Each function takes only what its test needs. */
export type Seed = {
  album(given?: Partial<Pick<Album, "title" | "category" | "description">>): Promise<AdminAlbum>;
  /** A row without files, for tests that need no pictures. */
  photo(given?: GivenPhoto): Promise<SeededPhoto>;
  /** Many such rows, unassigned. */
  photos(count: number): Promise<void>;
  /** With its original in storage, but without variants. */
  picture(given?: GivenPhoto, file?: Buffer): Promise<SeededPhoto>;
};

type GivenPhoto = Partial<NewPhotoRow> & { album?: Pick<Album, "id" | "category"> };
type SeededPhoto = { id: PhotoId; internal_id: string };

export function createSeed({ deps }: Site): Seed {
  const seed: Seed = {
    album: (given = {}) => createAlbum(deps, { title: "Album", category: "urban", description: "", ...given }),
    async photo({ album, ...given } = {}) {
      const row = photoRow(deps.now(), {
        ...(album && { album_id: album.id, category: photoCategoryOf(album.category) }),
        ...given,
      });
      const { id } = await insertPhoto(deps.db, row);
      if (row.album_id) await joinHomes(deps.db);
      return { id, internal_id: row.internal_id };
    },
    async photos(count) {
      const rows = Array.from({ length: count }, () => photoRow(deps.now()));
      await insertRows(deps.db, rows);
    },
    async picture(given, file) {
      const bytes = file ?? (await tinyJpeg());
      const internal_id = given?.internal_id ?? randomUUID().replaceAll("-", "");
      const original_key = originalKey(internal_id, "jpeg");
      await deps.storage.putBytes(original_key, bytes);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      return seed.photo({ internal_id, original_key, sha256, filesize: bytes.length, ...given });
    },
  };
  return seed;
}

let tinyJpegMade: Promise<Buffer> | undefined;

/** Every size is made of it, each with all its pixels, in a few milliseconds. Made once per process. */
export function tinyJpeg(): Promise<Buffer> {
  tinyJpegMade ??= jpegOf(60, 40);
  return tinyJpegMade;
}

/** As few pixels as a picture can have whose thumb, small and medium sizes all differ from it. */
export const wideJpeg = () => jpegOf(1300, 320);

const jpegOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#c46" } })
    .withExif({ IFD0: { Artist: "PLANTED-SECRET", Copyright: "Ada" } })
    .jpeg()
    .toBuffer();

/** With detail, so that compressing it longer saves bytes. */
export const grainyJpeg = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 300,
      height: 200,
      channels: 3,
      background: "#777",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  })
    .blur(1)
    .jpeg()
    .toBuffer();
