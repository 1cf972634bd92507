import { randomUUID } from "node:crypto";
import type { AdminAlbum, Album } from "../../contract/albums.ts";
import type { PhotoId } from "../../contract/photos.ts";
import { createAlbum } from "../features/albums/albums.service.ts";
import { derivedText } from "../features/photos/photos.text.ts";
import { insertPhoto } from "../features/uploads/uploads.queries.ts";
import type { NewPhotoRow } from "../platform/db/schema.ts";
import type { Site } from "../start.ts";

/** Rows without files, for tests that are not about pictures. Each takes only what its test is about. */
export type Seed = {
  album(given?: Partial<Pick<Album, "title" | "category" | "description">>): Promise<AdminAlbum>;
  photo(
    given?: Partial<NewPhotoRow> & { album?: Pick<Album, "id" | "category"> },
  ): Promise<{ id: PhotoId; internal_id: string }>;
};

export function createSeed({ deps }: Site): Seed {
  const counts = new Map<number, number>();
  return {
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
  };
}
