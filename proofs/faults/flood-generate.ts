import { createAlbum } from "../../contract/albums.ts";
import { generateVariant } from "../../contract/pictures.ts";
import { makePicture } from "../../rig/make-picture.ts";
import { insertRows, photoRow } from "../../rig/photo-row.ts";
import { type ServerProcess, startServerProcess } from "../../rig/server-process.ts";
import { upload } from "../../rig/upload.ts";
import { connectDatabase } from "../../server/db/connect.ts";
import { SLUG, startWithAlbum } from "./ledger.ts";
import { readers } from "./readers.ts";

const CALLS = 1_000;
const READ_LIMIT_MS = 500;

/** Unauthenticated clients request large pictures: a thousand calls for the same one, then one call for each of a thousand. */
export async function floodGenerate(dataDir: string): Promise<void> {
  const internalIds = await makeLibrary(dataDir);
  await using server = await startServerProcess(dataDir);
  const [first = ""] = internalIds;
  await flood(server, "one picture", Array<string>(CALLS).fill(first));
  await flood(server, "a thousand pictures", internalIds);
}

async function flood(server: ServerProcess, what: string, internalIds: readonly string[]): Promise<void> {
  const reading = readers(server, READ_LIMIT_MS);
  const statuses = await Promise.all(internalIds.map((internalId) => generate(server, internalId)));
  const read = await reading.stop();
  const counts = Object.entries(Object.groupBy(statuses, String)).map(([status, all]) => `${all?.length} x ${status}`);
  console.log(`${CALLS} simultaneous calls for ${what}: ${counts.join(", ")}; ${read}`);
  if (statuses.some((status) => ![200, 429, 503].includes(status))) throw new Error("a call got another status");
}

async function generate({ visitor }: ServerProcess, internalId: string): Promise<number> {
  const { status, headers } = await visitor.request(generateVariant, {
    params: { internalId },
    body: { variant: "large" },
  });
  if (status !== 200 && !headers.get("retry-after")) throw new Error("refused without Retry-After");
  return status;
}

/** A thousand public photos that share one original and have no large size yet, and a small album to read. */
async function makeLibrary(dataDir: string): Promise<string[]> {
  const server = await startWithAlbum(dataDir);
  const { album } = await server.admin.call(createAlbum, { body: { title: "Thousand", category: "travel" } });
  const bytes = await makePicture({ width: 3_000, height: 2_000 });
  await upload(server.admin, { slug: SLUG }, [{ name: "a.jpg", bytes }]);
  await server.stop();
  const { db, close } = connectDatabase({ dataDir, databaseUrl: undefined });
  const { original_key } = await db.selectFrom("photo").select("original_key").executeTakeFirstOrThrow();
  const rows = Array.from({ length: CALLS }, () =>
    photoRow(new Date(), { album_id: album.id, category: "TRAVEL", original_key }),
  );
  await insertRows(db, rows);
  await close();
  return rows.map(({ internal_id }) => internal_id);
}
