import { updateAlbum } from "../contract/albums.ts";
import { createRoom } from "../contract/rooms.ts";
import { median, medianRatio } from "../rig/percentile.ts";
import { insertRows, photoRow } from "../rig/photo-row.ts";
import { atMost, RATIO, report } from "../rig/report.ts";
import { startSite } from "../rig/server.ts";
import { connectDatabase } from "../server/db/connect.ts";

/** Opening a viewing room, which is never cached, against the same photos as a public album whose page is not cached. */
const PHOTOS = 500;
const ROUNDS = 40;
/** Not counted: the engine still compiles. */
const WARM_UP_ROUNDS = 10;
const MAX_RATIO = 1.5;
/** As long as a real one. */
const PLACEHOLDER = `data:image/webp;base64,${"UklGRkIAAABXRUJQVlA4".repeat(8)}`;

const site = await startSite();
try {
  const album = await site.album("Five hundred photos", { category: "urban" });
  const { db, close } = connectDatabase({ dataDir: site.dataDir, databaseUrl: undefined });
  const rows = Array.from({ length: PHOTOS }, (_, index) =>
    photoRow(new Date(), {
      album_id: album.id,
      title: `Photo ${index}`,
      placeholder: PLACEHOLDER,
      width: 6000,
      height: 4000,
    }),
  );
  await insertRows(db, rows);
  await close();
  const { room } = await site.admin.call(createRoom, {
    body: { title: "Five hundred", album_slug: album.slug, download: "original", selection: true },
  });

  const times: { album: number[]; room: number[] } = { album: [], room: [] };
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    // No page is cached after a change.
    const description = `Change ${String(round).padStart(6)}`;
    await site.admin.call(updateAlbum, { params: { slug: album.slug }, body: { description } });
    const albumMs = await timeOf(album.url);
    const roomMs = await timeOf(room.url ?? "");
    if (round < 0) continue;
    times.album.push(albumMs);
    times.room.push(roomMs);
  }
  const [ours, theirs] = [median(times.room).toFixed(1), median(times.album).toFixed(1)];
  report(`A viewing room of ${PHOTOS} photos, median of ${ROUNDS} rounds`, [
    atMost(
      `opening it: ${ours} ms, against ${theirs} ms for the public album, uncached`,
      medianRatio(times.room, times.album),
      MAX_RATIO,
      RATIO,
    ),
  ]);
} finally {
  await site.stop();
}

async function timeOf(path: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(site.url + path, { headers: { "accept-encoding": "br" } });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${response.status}`);
  return performance.now() - startedAt;
}
