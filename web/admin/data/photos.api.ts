import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { PAGE_MAX_PHOTOS } from "../../../contract/limits.ts";
import {
  type AdminPhoto,
  getPhoto,
  listEquipment,
  listPhotoIds,
  listPhotos,
  listTags,
  type PhotoId,
} from "../../../contract/photos.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { endpointQuery } from "./endpoint-query.ts";
import { reportGone } from "./gone-photos.ts";
import { type PhotoFilter, photoKey } from "./library-cache.ts";
import { queryKey } from "./query-key.ts";

export const photoIdsQuery = (filter: PhotoFilter) =>
  queryOptions({
    queryKey: queryKey(listPhotoIds, { query: filter }),
    queryFn: ({ client, signal }) => loadIds(client, filter, signal),
  });

/** Enough for any library but the largest, and still a short wait. */
const IDS_PER_PAGE = 20_000;

/** The first load of a very long list shows each part as it arrives. */
async function loadIds(client: QueryClient, filter: PhotoFilter, signal: AbortSignal): Promise<PhotoId[]> {
  const { queryKey } = photoIdsQuery(filter);
  const isFirst = client.getQueryData(queryKey) === undefined;
  const loaded: PhotoId[] = [];
  let cursor: string | undefined;
  do {
    const { ids, next_cursor } = await call(listPhotoIds, {
      query: { ...filter, limit: IDS_PER_PAGE, cursor },
      signal,
    });
    for (const id of ids) loaded.push(id);
    cursor = next_cursor ?? undefined;
    if (cursor !== undefined && isFirst) client.setQueryData(queryKey, [...loaded]);
  } while (cursor !== undefined);
  return loaded;
}

export const photoQuery = (id: PhotoId) =>
  queryOptions({
    queryKey: photoKey(id),
    queryFn: ({ client, signal }) => loadWithOthers(client, id, signal),
    staleTime: 60_000,
  });

export const tagsQuery = endpointQuery(listTags, ({ tags }) => tags);
export const equipmentQuery = endpointQuery(listEquipment);

type Waiting = {
  id: PhotoId;
  signal: AbortSignal;
  resolve: (photo: AdminPhoto) => void;
  reject: (error: unknown) => void;
};

/** Long enough that tiles which only fly by while scrolling are never requested. */
const GATHER_MS = 40;
/** Photos cached while off screen: dozens of screens, whatever the size of the library. */
const REMEMBERED_MAX = 2_000;

let waiting: Waiting[] = [];

function loadWithOthers(client: QueryClient, id: PhotoId, signal: AbortSignal): Promise<AdminPhoto> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(() => loadWaiting(client), GATHER_MS);
    waiting.push({ id, signal, resolve, reject });
  });
}

function loadWaiting(client: QueryClient): void {
  const wanted = waiting.filter(({ signal }) => !signal.aborted);
  for (const { signal, reject } of waiting) if (signal.aborted) reject(signal.reason);
  waiting = [];
  for (let start = 0; start < wanted.length; start += PAGE_MAX_PHOTOS) {
    void loadPage(client, wanted.slice(start, start + PAGE_MAX_PHOTOS));
  }
  forgetOldest(client);
}

async function loadPage(client: QueryClient, wanted: Waiting[]): Promise<void> {
  try {
    const { photos } = await call(listPhotos, { query: { ids: wanted.map(({ id }) => id).join(",") } });
    const byId = new Map(photos.map((photo) => [photo.id, photo]));
    for (const { id, resolve, reject } of wanted) {
      const photo = byId.get(id);
      if (photo) resolve(photo);
      else reject(new ApiError(404, "Photo not found", { code: "PHOTO_NOT_FOUND" }));
    }
    reportGone(
      client,
      wanted.flatMap(({ id }) => (byId.has(id) ? [] : [id])),
    );
  } catch (error) {
    for (const { reject } of wanted) reject(error);
  }
}

function forgetOldest(client: QueryClient): void {
  const cache = client.getQueryCache();
  const offScreen = cache.findAll({ queryKey: queryKey(getPhoto), type: "inactive" });
  if (offScreen.length <= REMEMBERED_MAX) return;
  offScreen.sort((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt);
  for (const query of offScreen.slice(0, offScreen.length - REMEMBERED_MAX)) cache.remove(query);
}
