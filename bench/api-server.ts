import fastify from "fastify";
import { startInProcess } from "../rig/in-process.ts";
import { insertRows, photoRow } from "../rig/photo-row.ts";
import { ADMIN } from "../rig/server-process.ts";
import { createAlbum } from "../server/features/albums/albums.service.ts";
import { createLog } from "../server/log.ts";

/** A server in a separate process, so that its CPU time can be measured separately from the client's. */
export type ToServer = { plain: Plain } | { photos: number } | "cpu" | "disable cache" | "stop";
/** `isObject`: the route serializes an object, as a route of the API has to; otherwise its bytes are ready. */
type Plain = { body: string; isObject: boolean };
export type FromServer = { url: string } | { cpuMicros: number } | "done";

export const ALBUM_PHOTOS = 60;

let disableCache = (): void => {};
let stop = (): Promise<void> => Promise.resolve();

process.on("message", async (message: ToServer) => {
  if (message === "cpu") {
    const { user, system } = process.cpuUsage();
    return reply({ cpuMicros: user + system });
  }
  if (message === "disable cache") disableCache();
  else if (message === "stop") await stop();
  else return reply({ url: await ("plain" in message ? startPlain(message.plain) : startLibrary(message.photos)) });
  reply("done");
  if (message === "stop") process.disconnect?.();
});

function reply(message: FromServer): void {
  process.send?.(message);
}

/** A Fastify route that does nothing else. */
async function startPlain({ body, isObject }: Plain): Promise<string> {
  const answer: object = isObject ? JSON.parse(body) : Buffer.from(body);
  const app = fastify();
  app.get("/*", (_request, reply) => {
    reply.type("application/json; charset=utf-8").send(answer);
  });
  stop = () => app.close();
  return app.listen({ port: 0, host: "127.0.0.1" });
}

async function startLibrary(photos: number): Promise<string> {
  const site = await startInProcess({ env: { ADMIN_PASSWORD: ADMIN.password }, log: createLog() });
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
      ...(index < ALBUM_PHOTOS && { album_id: album.id }),
    }),
  );
  await insertRows(deps.db, rows);
  disableCache = () => {
    let version = 0;
    deps.changes.version = () => version++;
  };
  stop = site.stop;
  return site.url;
}
