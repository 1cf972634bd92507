/**
 * Writes a site with 20,000 photographs as plain files, beside its running server, and follows every address in them, as a file
 * server has them: pages, pictures, feeds, sitemap, styles and programs. Prints what was written and what it took.
 *
 *   npm run prove:static-site            takes another number of photographs
 *
 * The photographs have few pixels and share the files of a dozen; everything else is as on any site. Needs Linux.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PICTURE_SIZES, type PictureFormat, type PictureSize } from "../contract/limits.ts";
import { picturePath } from "../contract/paths.ts";
import { updatePhoto } from "../contract/photos.ts";
import { copyPhotos } from "../rig/copy-photos.ts";
import { crawl } from "../rig/crawl.ts";
import { atLeast, atMost, report } from "../rig/report.ts";
import { serveFiles } from "../rig/serve-files.ts";
import { type RunningSite, startSite } from "../rig/server.ts";
import { variantKey } from "../server/library/files/keys.ts";
import { watchMemory } from "./faults/watch-memory.ts";

const PHOTOS = Number(process.argv[2] ?? 20_000);
const ORIGIN = "https://photographs.example";
const UPLOADED = 12;
const ALBUMS = 160;
/** So many are in the first one, at least. */
const LARGE_ALBUM = 1_000;
const CATEGORIES = ["urban", "portraits", "travel"];
const TAGS = [["sea"], ["sea", "winter light"], [], ["über & unter"]];
/**
 * With a heap as small as Node takes on a machine with half a gigabyte: with more, it collects its garbage later, and what is
 * measured is the machine. The server's two caches are 128 MB of the bar.
 */
const HEAP_MB = 256;
const MEMORY_MAX_MB = 600;
const FILES = PICTURE_SIZES.flatMap((size): [PictureSize, PictureFormat][] =>
  size === "original"
    ? [[size, "jpeg"]]
    : [
        [size, "jpeg"],
        [size, "avif"],
      ],
);

await using site = await startSite();
await using folder = await mkdtempDisposable(join(tmpdir(), "vitrine-static-"));
await fillLibrary(site);
const written = join(folder.path, "site");
const { seconds, peakMb } = await exportSite(site.dataDir, written);
await using files = await serveFiles(written);
const startedAt = performance.now();
// The programs of the pages choose among all pictures of a photo.
const from = ["/", "/sitemap.xml", "/feed.xml", ...allPictures(site)];
const { pages, links, broken, statuses, bytes } = await crawl(files.url, ORIGIN, from);
const crawlSeconds = (performance.now() - startedAt) / 1000;
for (const line of broken.slice(0, 20)) console.log(line);
console.log(
  `${links} addresses named; they lead to ${statuses.size} files of ${Math.round(bytes / 1e6)} MB. ` +
    `Written in ${seconds.toFixed()} s, followed in ${crawlSeconds.toFixed()} s.`,
);
report(`The site with ${PHOTOS} photographs as plain files`, [
  atMost("addresses that lead nowhere", broken.length, 0),
  atLeast("pages", pages, PHOTOS + ALBUMS),
  atMost("memory while writing, all processes", peakMb, MEMORY_MAX_MB, { unit: "MB" }),
]);

/** Uploads a few photos, has each of their pictures made, and copies them into the albums. */
async function fillLibrary({ admin, visitor, album, photos, dataDir }: RunningSite): Promise<void> {
  const names = Array.from({ length: UPLOADED }, (_, index) => ({
    name: `photo ${index}.jpg`,
    width: 24 + 2 * index,
    height: 40,
  }));
  const first = await album("Album 0", { category: "urban" });
  for (const [index, photo] of (await photos(first, names)).entries()) {
    await admin.call(updatePhoto, { params: { id: photo.id }, body: { tags: TAGS[index % TAGS.length] ?? [] } });
    for (const [size, format] of FILES) {
      const { status } = await visitor.fetch(pathOf(photo.internal_id, size, format));
      if (status !== 200) throw new Error(`${size} ${format}: ${status}`);
    }
  }
  for (let index = 1; index < ALBUMS; index++) {
    await album(`Album ${index}`, { category: CATEGORIES[index % CATEGORIES.length] ?? "" });
  }
  await copyPhotos(dataDir, PHOTOS, (id) => FILES.map(([size, format]) => variantKey(id, size, format)));
  const db = new DatabaseSync(join(dataDir, "vitrine.sqlite"));
  db.exec(`
    pragma busy_timeout = 10000;
    begin immediate;
    update photo set album_id =
      (select min(album.id) + case when photo.id <= ${LARGE_ALBUM} then 0 else photo.id % ${ALBUMS} end from album)
    where album_id is null;
    insert into album_photo (album_id, photo_id, position, rank, visibility)
    select album_id, id, row_number() over (partition by album_id order by id) - 1 + ${UPLOADED}, 0, 0
    from photo where not exists (select 1 from album_photo where photo_id = photo.id);
    commit;
  `);
  db.close();
}

function allPictures({ dataDir }: RunningSite): string[] {
  using db = new DatabaseSync(join(dataDir, "vitrine.sqlite"));
  const ids = db.prepare("select internal_id from photo").all();
  return ids.flatMap(({ internal_id }) => FILES.map(([size, format]) => pathOf(String(internal_id), size, format)));
}

function pathOf(internal_id: string, size: PictureSize, format: PictureFormat): string {
  return picturePath({ internal_id, image_version: 1 }, size, format === "jpeg" ? "jpg" : "avif");
}

async function exportSite(dataDir: string, target: string): Promise<{ seconds: number; peakMb: number }> {
  const startedAt = performance.now();
  const command = [`--max-old-space-size=${HEAP_MB}`, "server/cli/export.ts", "--static", target, "--url", ORIGIN];
  const program = spawn(process.execPath, command, {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "inherit", "ignore"],
  });
  const memory = watchMemory({ pid: program.pid ?? 0 });
  const [status] = await once(program, "exit");
  const peakMb = memory.stop();
  if (status !== 0) throw new Error(`the export ended with ${status}`);
  return { seconds: (performance.now() - startedAt) / 1000, peakMb };
}
