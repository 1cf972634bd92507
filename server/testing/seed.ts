import { createHash, randomUUID } from "node:crypto";
import sharp from "sharp";
import type { AdminAlbum, Album } from "../../contract/albums.ts";
import type { PhotoId } from "../../contract/photos.ts";
import { createAlbum } from "../features/albums/albums.service.ts";
import { derivedText } from "../features/photos/photos.text.ts";
import { insertPhoto } from "../features/uploads/uploads.queries.ts";
import type { NewPhotoRow } from "../platform/db/schema.ts";
import type { Site } from "../start.ts";

/** Each takes only what its test is about. */
export type Seed = {
  album(given?: Partial<Pick<Album, "title" | "category" | "description">>): Promise<AdminAlbum>;
  /** A row without files, for tests that are not about pictures. */
  photo(given?: GivenPhoto): Promise<SeededPhoto>;
  /** With its uploaded file in storage, but none of its variants. */
  picture(given?: GivenPhoto, file?: Buffer): Promise<SeededPhoto>;
};

type GivenPhoto = Partial<NewPhotoRow> & { album?: Pick<Album, "id" | "category"> };
type SeededPhoto = { id: PhotoId; internal_id: string };

export function createSeed({ deps }: Site): Seed {
  const counts = new Map<number, number>();
  const seed: Seed = {
    album: (given = {}) => createAlbum(deps, { title: "Album", category: "urban", description: "", ...given }),
    async photo({ album, ...given } = {}) {
      const internal_id = randomUUID().replaceAll("-", "");
      const position = album && (counts.get(album.id) ?? 0);
      if (album) counts.set(album.id, (counts.get(album.id) ?? 0) + 1);
      const texts = { title: "Photo", caption: "", filename: "photo.jpg", tags: "[]", ...given };
      const { id } = await insertPhoto(deps.db, {
        internal_id,
        original_key: `originals/${internal_id.slice(0, 2)}/${internal_id}.jpg`,
        mime_type: "image/jpeg",
        sha256: internal_id.padEnd(64, "0"),
        category: album ? (album.category.toUpperCase() as "URBAN") : "URBAN",
        album_id: album?.id ?? null,
        album_position: position ?? null,
        license: "All Rights Reserved",
        visibility: 0,
        deleted_at: null,
        trashed_from: null,
        width: 1200,
        height: 800,
        filesize: 1000,
        uploaded_on: deps.now().toISOString(),
        captured_on: null,
        file_modified_on: null,
        placeholder: "data:,",
        exif: "{}",
        copyright: null,
        favorite_position: null,
        featured_position: null,
        quick_position: null,
        variant_error: null,
        captured_key: deps.now().toISOString(),
        ...derivedText(texts),
        ...texts,
      });
      return { id, internal_id };
    },
    async picture(given, file) {
      const bytes = file ?? (await smallJpeg());
      const original_key = `originals/se/${randomUUID()}.jpg`;
      await deps.storage.putBytes(original_key, bytes);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      return seed.photo({ original_key, sha256, filesize: bytes.length, ...given });
    },
  };
  return seed;
}

/** Larger than the medium size, so that all sizes but the largest differ. */
export function smallJpeg(): Promise<Buffer> {
  return sharp({ create: { width: 1500, height: 1000, channels: 3, background: "#c46" } })
    .withExif({ IFD0: { Artist: "PLANTED-SECRET", Copyright: "Ada" } })
    .jpeg()
    .toBuffer();
}
