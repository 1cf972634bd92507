import { createHash } from "node:crypto";
import { listPhotos, type PhotoId } from "../../contract/photos.ts";
import { deletePhotoPermanently, trashPhoto } from "../../contract/trash.ts";
import { makePicture } from "../../server/testing/pictures.ts";
import { runCommand } from "../../server/testing/run-command.ts";
import { type ServerProcess, startServerProcess } from "../../server/testing/server-process.ts";
import { upload } from "../../server/testing/upload.ts";

const START_LIMIT_MS = 5_000;

/** What the server has acknowledged, from the outside: what it must still know after it was killed. */
export type Ledger = {
  /** By file name. A name is used once. */
  stored: Map<string, { id: PhotoId; sha256: string }>;
  gone: Set<PhotoId>;
  starts: number[];
};

export const newLedger = (): Ledger => ({ stored: new Map(), gone: new Set(), starts: [] });

let lastName = 0;

/** Rejects where the server did not acknowledge. */
export async function uploadOne(server: ServerProcess, ledger: Ledger, slug: string): Promise<PhotoId> {
  const number = ++lastName;
  const name = `${number}.jpg`;
  const bytes = await makePicture({
    width: 64 + (number % 64),
    colour: `#${(number % 4096).toString(16).padStart(3, "0")}`,
  });
  const { status, body } = await upload(server.admin, { slug }, [{ name, bytes }]);
  const photo = body.photos[0];
  if (status !== 201 || !photo) throw new Error(`not stored: ${JSON.stringify(body)}`);
  ledger.stored.set(name, { id: photo.id, sha256: sha256(bytes) });
  return photo.id;
}

export async function deleteOne(server: ServerProcess, ledger: Ledger, id: PhotoId): Promise<void> {
  // From the moment it is asked for until it is acknowledged it may be either.
  for (const [name, photo] of ledger.stored) if (photo.id === id) ledger.stored.delete(name);
  await server.admin.call(trashPhoto, { params: { id } });
  await server.admin.call(deletePhotoPermanently, { params: { id } });
  ledger.gone.add(id);
}

/** Starts the server again, holds it against the ledger, and gives it back for the next round. */
export async function restartAndVerify(dataDir: string, ledger: Ledger): Promise<ServerProcess> {
  const server = await startServerProcess(dataDir, ENV);
  ledger.starts.push(server.startMs);
  const { photos } = await server.admin.call(listPhotos, { query: {} });
  const found = new Map(photos.map((photo) => [photo.filename, photo]));
  for (const [name, { sha256: expected }] of ledger.stored) {
    const photo = found.get(name);
    if (!photo) throw new Error(`LOST: ${name} was acknowledged`);
    const bytes = Buffer.from(await (await server.visitor.fetch(photo.file_url)).arrayBuffer());
    if (sha256(bytes) !== expected) throw new Error(`CHANGED: ${name} has other bytes`);
  }
  const back = photos.find((photo) => ledger.gone.has(photo.id));
  if (back) throw new Error(`BACK: ${back.filename} was deleted`);
  const doctor = await runCommand("doctor", { dataDir, databaseUrl: undefined }, ["--verify"]);
  if (doctor.code !== 0) throw new Error(`DOCTOR: ${doctor.out}${doctor.err}`);
  return server;
}

export function describeStarts({ starts }: Ledger): string {
  const slowest = Math.round(Math.max(...starts));
  return `${starts.length} starts, the slowest ${slowest} ms (bar ${START_LIMIT_MS})${slowest > START_LIMIT_MS ? " FAIL" : ""}`;
}

/** One thread for files, so that the n-th call is the same one each time. */
export const ENV = { UV_THREADPOOL_SIZE: "1" };

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
