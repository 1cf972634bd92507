import type { ResponseOf } from "../../../contract/endpoint.ts";
import type { getSummary } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import type { Cache } from "../../library/cache-until-change.ts";
import { readBackupStatus } from "../../library/files/last-backup.ts";
import { countCollected } from "../../library/orders/collections.queries.ts";
import { readDiskSpace } from "../../platform/disk-space.ts";
import { countFeaturedAlbums } from "../albums/albums.service.ts";
import { countUnreadMessages } from "../messages/messages.service.ts";
import { countPhotos } from "../photos/photos.service.ts";
import { countNews } from "../rooms/rooms.service.ts";

/** The counts in the sidebar, and what the owner should know wherever they are. */
export async function readSummary(deps: Deps, cache: Cache): Promise<ResponseOf<typeof getSummary>> {
  const { level, freeBytes } = await readDiskSpace(deps.config.dataDir);
  const disk = { level, free_bytes: freeBytes };
  const backup = await readBackupStatus(deps);
  const [photos, favorites, featured, featured_albums, quick_collection, trash, unassigned, needs_alt] =
    await Promise.all([
      countPhotos(deps, cache, { deleted: false }),
      countCollected(deps.db, "favorite"),
      countCollected(deps.db, "featured"),
      countFeaturedAlbums(deps),
      countCollected(deps.db, "quick_collection"),
      countPhotos(deps, cache, { deleted: true }),
      countPhotos(deps, cache, { unassigned: true }),
      countPhotos(deps, cache, { needs_alt: true }),
    ]);
  const new_selections = await countNews(deps);
  const unread_messages = await countUnreadMessages(deps);
  return {
    disk,
    backup,
    photos,
    favorites,
    featured,
    featured_albums,
    quick_collection,
    trash,
    unassigned,
    needs_alt,
    new_selections,
    unread_messages,
  };
}
