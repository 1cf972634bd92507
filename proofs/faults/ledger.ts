import { createHash } from "node:crypto";
import sharp from "sharp";
import { createAlbum, listAlbumPhotos, reorderAlbumPhotos } from "../../contract/albums.ts";
import { API_PREFIX } from "../../contract/endpoint.ts";
import { getPhoto, listPhotos, type PhotoId } from "../../contract/photos.ts";
import { getBatchStatus, getDiskUse } from "../../contract/pictures.ts";
import { deletePhotoPermanently, restorePhoto, trashPhoto } from "../../contract/trash.ts";
import { makePicture } from "../../rig/make-picture.ts";
import { type ServerProcess, startServerProcess } from "../../rig/server-process.ts";
import { beginUpload, locationOf, saveResultOf, sendBytes } from "../../rig/tus.ts";
import { upload } from "../../rig/upload.ts";
import { grainyPhoto } from "./large-pictures.ts";

const WAIT_LIMIT_MS = 120_000;

/** What the server has acknowledged, and must still have after it was killed. */
export type Ledger = {
  /** By file name; each name is used once. */
  stored: Map<string, { id: PhotoId; sha256: string }>;
  /** Uploads in pieces that are not photos yet, by URL. */
  unfinished: Map<string, UnfinishedUpload>;
  /** Photos whose new file was not acknowledged, so that they may have either. */
  replacing: Map<PhotoId, KnownFile[]>;
  gone: Set<PhotoId>;
  restored: Set<PhotoId>;
  /** The last acknowledged order; while a new one is requested, either is right. */
  orders: PhotoId[][];
  starts: { ms: number; cpuMs: number }[];
};

type KnownFile = { name: string; sha256: string };

/** `acknowledged` is the number of bytes that the server has said it has. */
type UnfinishedUpload = { name: string; bytes: Buffer; acknowledged: number };

export const newLedger = (): Ledger => ({
  stored: new Map(),
  unfinished: new Map(),
  replacing: new Map(),
  gone: new Set(),
  restored: new Set(),
  orders: [],
  starts: [],
});

/** A server, or several behind one URL. */
export type Clients = Pick<ServerProcess, "admin" | "visitor">;

/** The album that everything is uploaded to. */
export const SLUG = "album";

/** A server with that album, in which everything else is up to the proof. */
export async function startWithAlbum(...given: Parameters<typeof startServerProcess>): Promise<ServerProcess> {
  const server = await startServerProcess(...given);
  await makeAlbum(server);
  return server;
}

export const makeAlbum = ({ admin }: Clients) => admin.call(createAlbum, { body: { title: SLUG, category: "urban" } });

/** The public original of a photo, which is too large to be kept in memory, once it has been made. */
export async function largePicture({ admin, visitor }: Clients): Promise<{ url: string; sizeBytes: number }> {
  const { body } = await upload(admin, { slug: SLUG }, [{ name: "large.jpg", bytes: await grainyPhoto() }]);
  const url = body.photos[0]?.image_urls.original;
  if (!url) throw new Error(JSON.stringify(body));
  const response = await visitor.fetch(url);
  if (response.status !== 200) throw new Error(`the picture returned ${response.status}`);
  return { url, sizeBytes: (await response.arrayBuffer()).byteLength };
}

let lastName = 0;

async function nextPicture(): Promise<{ name: string; bytes: Buffer }> {
  const number = ++lastName;
  const colour = `#${(number % 4096).toString(16).padStart(3, "0")}`;
  return { name: `${number}.jpg`, bytes: await makePicture({ width: 64 + (number % 64), colour }) };
}

/** With detail, so that the background can compress its medium AVIF further. */
async function nextGrainyPicture(): Promise<{ name: string; bytes: Buffer }> {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const picture = sharp({ create: { width: 96, height: 64, channels: 3, background: "#777", noise } });
  return { name: `${++lastName}.jpg`, bytes: await picture.jpeg().toBuffer() };
}

/** Rejects unless the server acknowledges. */
export async function uploadOne(server: Clients, ledger: Ledger, picture = nextPicture()): Promise<PhotoId> {
  const { name, bytes } = await picture;
  const { status, body } = await upload(server.admin, { slug: SLUG }, [{ name, bytes }]);
  const photo = body.photos[0];
  if (status !== 201 || !photo) throw new Error(`not stored: ${JSON.stringify(body)}`);
  ledger.stored.set(name, { id: photo.id, sha256: sha256(bytes) });
  return photo.id;
}

/** A new photo, or the new file of one. */
export async function uploadByTus(server: Clients, ledger: Ledger, pieces: number, replaces?: PhotoId): Promise<void> {
  const { name, bytes } = await nextPicture();
  const target = replaces === undefined ? { album: SLUG } : { replaces };
  const location = locationOf(await beginUpload(server.admin, { ...target, length: bytes.length, filename: name }));
  if (!location) throw new Error("not begun");
  const upload = { name, bytes, acknowledged: 0 };
  ledger.unfinished.set(location, upload);
  for (let piece = 1; piece <= pieces; piece++) {
    await sendUpTo(server, location, upload, Math.floor((bytes.length * piece) / pieces));
  }
  await finishUpload(server, ledger, location, upload);
}

export async function sendUpTo(
  { admin }: Clients,
  location: string,
  upload: UnfinishedUpload,
  end: number,
): Promise<void> {
  const { acknowledged, bytes } = upload;
  const response = await sendBytes(admin, location, acknowledged, bytes.subarray(acknowledged, end));
  if (response.status !== 204) throw new Error(`not acknowledged: ${response.status}`);
  upload.acknowledged = end;
}

export async function finishUpload(
  { admin }: Clients,
  ledger: Ledger,
  location: string,
  { name, bytes }: UnfinishedUpload,
): Promise<void> {
  const { photo, error } = await saveResultOf(admin, location);
  if (!photo) throw new Error(`not stored: ${JSON.stringify(error)}`);
  const file = { name, sha256: sha256(bytes) };
  const [[before] = []] = [...ledger.stored].filter(([, { id }]) => id === photo.id);
  if (before !== undefined) {
    ledger.stored.delete(before);
    // Its pictures have to be those of the new file.
    ledger.replacing.set(photo.id, [file]);
  }
  ledger.stored.set(name, { id: photo.id, sha256: file.sha256 });
  ledger.unfinished.delete(location);
}

/** Gives the photo a new file. Rejects unless the server acknowledges. */
export async function replaceOne(server: Clients, ledger: Ledger, id: PhotoId): Promise<void> {
  const [[name, photo] = []] = [...ledger.stored].filter(([, photo]) => photo.id === id);
  if (!name || !photo) throw new Error("only an acknowledged photo can get a new file");
  const { name: newName, bytes } = await nextPicture();
  ledger.stored.delete(name);
  ledger.replacing.set(id, [
    { name, sha256: photo.sha256 },
    { name: newName, sha256: sha256(bytes) },
  ]);
  const form = new FormData();
  form.append("photo", new File([Uint8Array.from(bytes)], newName));
  const response = await server.admin.fetch(`${API_PREFIX}/admin/photos/${id}/file`, { method: "PUT", body: form });
  if (response.status !== 200) throw new Error(`not replaced: ${await response.text()}`);
  ledger.replacing.delete(id);
  ledger.stored.set(newName, { id, sha256: sha256(bytes) });
}

export async function deleteOne(server: Clients, ledger: Ledger, id: PhotoId): Promise<void> {
  // Until it is acknowledged, the photo may or may not be there.
  for (const [name, photo] of ledger.stored) if (photo.id === id) ledger.stored.delete(name);
  await server.admin.call(trashPhoto, { params: { id } });
  await server.admin.call(deletePhotoPermanently, { params: { id } });
  ledger.gone.add(id);
}

export async function restoreOne(server: ServerProcess, ledger: Ledger, id: PhotoId): Promise<void> {
  await server.admin.call(restorePhoto, { params: { id } });
  ledger.restored.add(id);
}

export async function reverseAlbum(server: ServerProcess, ledger: Ledger): Promise<void> {
  const { photos } = await server.admin.call(listAlbumPhotos, { params: { slug: SLUG } });
  const before = photos.map(({ id }) => id);
  const photo_ids = before.toReversed();
  ledger.orders = [before, photo_ids];
  await server.admin.call(reorderAlbumPhotos, { params: { slug: SLUG }, body: { photo_ids } });
  ledger.orders = [photo_ids];
}

/** Waits until no batch is running. */
export function batchEnded({ admin }: Clients): Promise<void> {
  return until("the batch does not finish", async () => (await admin.call(getBatchStatus)).job?.state !== "running");
}

/** A photo that lacks only the small size: the background makes it, and replaces the medium one right after that. */
export async function uploadWithoutSmall(server: Clients, ledger: Ledger): Promise<PhotoId> {
  await makeUnfinished(server);
  const id = await uploadOne(server, ledger, nextGrainyPicture());
  const { photo } = await server.admin.call(getPhoto, { params: { id } });
  for (const url of [photo.image_urls.large, photo.image_urls.xlarge]) await readPicture(server, url);
  return id;
}

/** The pictures of photos whose background work was killed: a visitor has the medium one made again. */
async function makeUnfinished(server: Clients): Promise<void> {
  const { photos } = await server.admin.call(listPhotos, { query: {} });
  for (const { missing_variants, sources } of photos) {
    if (missing_variants.includes("medium")) await readPicture(server, sources.avif.medium);
  }
  await until("the background does not finish", async () => {
    const { statistics } = await server.admin.call(getBatchStatus);
    return statistics.estimated_missing_variants === 0;
  });
}

async function readPicture({ visitor }: Clients, url: string): Promise<void> {
  const response = await visitor.fetch(url);
  if (response.status !== 200) throw new Error(`${url} responds with ${response.status}`);
  await sharp(await response.arrayBuffer()).stats();
}

/** Waits for it. Only the background makes medium pictures smaller. */
export async function replaceMedium({ admin }: Clients): Promise<void> {
  const mediumBytes = async () => {
    const { sizes } = await admin.call(getDiskUse);
    return sizes.find(({ size }) => size === "medium")?.bytes ?? 0;
  };
  const before = await mediumBytes();
  await until("the medium picture is not replaced", async () => (await mediumBytes()) < before);
}

async function until(complaint: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WAIT_LIMIT_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(complaint);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** With one thread for files, the n-th call is the same every time. */
export const ONE_FILE_THREAD = { UV_THREADPOOL_SIZE: "1" };

export const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
