import type { AlbumId } from "../../../contract/album-id.ts";
import type { BodyOf, ResponseOf } from "../../../contract/endpoint.ts";
import type {
  countUploads as countUploadsCall,
  findDuplicates as findDuplicatesCall,
} from "../../../contract/uploads.ts";
import type { Deps } from "../../deps.ts";
import { findAlbumBySlug, requireAlbum } from "../../library/shown/albums.ts";
import { findFormerSlugs } from "../../library/shown/former-addresses.queries.ts";
import { adminPhotosById } from "../photos/photos.service.ts";
import * as arriving from "./resumable.queries.ts";
import * as queries from "./uploads.queries.ts";

/** What the server has of these files: photos, and uploads that have arrived and are about to be photos. */
export async function findDuplicates(
  deps: Deps,
  { sha256, album: slug }: BodyOf<typeof findDuplicatesCall>,
): Promise<ResponseOf<typeof findDuplicatesCall>> {
  const hashes = [...new Set(sha256)];
  if (hashes.length === 0) return { duplicates: [] };
  const album = slug === undefined ? undefined : await findAlbumBySlug(deps.db, slug);
  // In this order: an upload that becomes a photo in between is in both, not in neither.
  const arrived = await findArrived(deps, hashes, album?.id);
  const stored = await queries.findSameBytes(deps.db, hashes, album?.id);
  const idOf = new Map(stored.map(({ sha256, here, kept, first }) => [sha256, here ?? kept ?? first]));
  const photos = await adminPhotosById(deps, [...idOf.values()]);
  return {
    duplicates: hashes.flatMap((sha256) => {
      const id = idOf.get(sha256);
      const photo = (id !== undefined && photos.get(id)) || null;
      const upload = arrived.get(sha256) ?? null;
      return photo || upload ? [{ sha256, photo, upload }] : [];
    }),
  };
}

type Arrived = { id: string; filename: string; album_id: AlbumId | null };

/** By hash, the one into this album before others. */
async function findArrived(
  { db }: Deps,
  hashes: readonly string[],
  album: AlbumId | undefined,
): Promise<Map<string, Arrived>> {
  const found = new Map<string, Arrived>();
  for (const { sha256, album: slug, ...row } of await arriving.findArrived(db, hashes)) {
    if (sha256 === null) continue;
    const album_id = (await findAlbumBySlug(db, slug))?.id ?? null;
    if (!found.has(sha256) || album_id === album) found.set(sha256, { ...row, album_id });
  }
  return found;
}

export async function countUploads({ db }: Deps, slug: string): Promise<ResponseOf<typeof countUploadsCall>> {
  const album = await requireAlbum(db, slug);
  // An upload keeps the slug that the album had when it began.
  const rows = await arriving.countUnfinished(db, [album.slug, ...(await findFormerSlugs(db, album.id))]);
  const countOf = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return { receiving: countOf("receiving"), processing: countOf("processing") };
}
