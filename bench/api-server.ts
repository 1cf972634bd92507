import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { insertRows, photoRow } from "../rig/photo-row.ts";
import { readConfig } from "../server/config.ts";
import { createAlbum } from "../server/features/albums/albums.service.ts";
import { createLog } from "../server/log.ts";
import { startImages } from "../server/platform/images/pool.ts";
import { startSite } from "../server/start.ts";

/** A server in a process of its own, so that its processor time can be told from that of whoever asks it. */
export type ToServer = { plain: { body: string; type: string } } | { photos: number } | "cpu" | "keep nothing" | "stop";
export type FromServer = { url: string } | { cpuMicros: number } | "done";

export const ADMIN_PASSWORD = "correct horse battery";
export const ALBUM_PHOTOS = 60;

let keepNothing = (): void => {};
let stop = (): Promise<void> => Promise.resolve();

process.on("message", async (message: ToServer) => {
  if (message === "cpu") {
    const { user, system } = process.cpuUsage();
    return answer({ cpuMicros: user + system });
  }
  if (message === "keep nothing") keepNothing();
  else if (message === "stop") await stop();
  else return answer({ url: await ("plain" in message ? startPlain(message.plain) : startLibrary(message.photos)) });
  answer("done");
  if (message === "stop") process.disconnect?.();
});

function answer(message: FromServer): void {
  process.send?.(message);
}

/** What a Fastify route costs that does nothing but return ready bytes. */
async function startPlain({ body, type }: { body: string; type: string }): Promise<string> {
  const bytes = Buffer.from(body);
  const app = fastify();
  app.get("/api/v1/albums/:slug", (_request, reply) => {
    reply.type(type).send(bytes);
  });
  stop = () => app.close();
  return app.listen({ port: 0, host: "127.0.0.1" });
}

async function startLibrary(photos: number): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-bench-"));
  const images = startImages();
  const config = readConfig({ PORT: "0", DATA_DIR: dataDir, ADMIN_PASSWORD });
  const site = await startSite(config, { images, log: createLog() });
  const { deps } = site;
  const album = await createAlbum(deps, { title: "Bench", category: "urban", description: "" });
  const exif = JSON.stringify({
    camera: "Camera X100",
    lens: "23mm F2",
    aperture: "f/2.8",
    shutter: "1/250",
    iso: 400,
  });
  const rows = Array.from({ length: photos }, (_, index) =>
    photoRow(deps.now(), {
      title: `Photo ${index}`,
      caption: "Somewhere in the old town, late in the afternoon",
      filename: `DSC_${index}.jpg`,
      tags: '["street","evening"]',
      placeholder: `data:image/png;base64,${"A".repeat(400)}`,
      exif,
      ...(index < ALBUM_PHOTOS && { album_id: album.id, album_position: index }),
    }),
  );
  await insertRows(deps.db, rows);
  keepNothing = () => {
    let version = 0;
    deps.changes.version = () => version++;
  };
  stop = async () => {
    await site.stop();
    await images.close();
    await rm(dataDir, { recursive: true });
  };
  return site.url;
}
