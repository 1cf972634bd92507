import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AdminAlbum, createAlbum } from "../contract/albums.ts";
import { PREFERRED_ALBUM_CATEGORY } from "../contract/limits.ts";
import type { AdminPhoto } from "../contract/photos.ts";
import type { Client } from "./client.ts";
import { makePicture } from "./make-picture.ts";
import { type ServerProcess, type SpawnedServer, spawnServer, startServerProcess } from "./server-process.ts";
import { stoppable } from "./stoppable.ts";
import { upload } from "./upload.ts";

type Library = {
  album(title: string, given?: { category?: string; description?: string }): Promise<AdminAlbum>;
  /** Uploads pictures in this order, each in its own colour. */
  photos(album: AdminAlbum, pictures: { name: string; width?: number; height?: number }[]): Promise<AdminPhoto[]>;
};

export type RunningSite = ServerProcess & Library;

const QUIET_MAIN = join(import.meta.dirname, "quiet-server.ts");

/** A server process with a fresh data folder, the admin signed in, and the means to fill its library. */
export const startSite = (env: Record<string, string> = {}): Promise<RunningSite> => startLibrary(env);

/** The same without pictures made in the background. */
export const startQuietSite = (): Promise<RunningSite> => startLibrary({}, { main: QUIET_MAIN });

async function startLibrary(env: Record<string, string>, running: { main?: string } = {}): Promise<RunningSite> {
  const server = await inFreshFolder((dataDir) => startServerProcess(dataDir, env, running));
  return { ...server, ...libraryOf(server.admin) };
}

/** A server process with a fresh data folder, and no password unless the environment sets one. */
export const startServer = (env: Record<string, string>): Promise<SpawnedServer> =>
  inFreshFolder((dataDir) => spawnServer(dataDir, env));

/** The folder is removed when the server stops, or does not start. */
async function inFreshFolder<Server extends SpawnedServer>(start: (dataDir: string) => Promise<Server>) {
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-site-"));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const server = await start(dataDir);
    return stoppable({
      ...server,
      async stop(signal?: NodeJS.Signals) {
        const status = await server.stop(signal);
        await remove();
        return status;
      },
    });
  } catch (error) {
    await remove();
    throw error;
  }
}

function libraryOf(admin: Client): Library {
  return {
    async album(title, { category = PREFERRED_ALBUM_CATEGORY, description = "" } = {}) {
      return (await admin.call(createAlbum, { body: { title, category, description } })).album;
    },
    async photos(album, pictures) {
      const files = await Promise.all(
        pictures.map(async ({ name, width = 1500, height = 1000 }) => ({
          name,
          bytes: await makePicture({ width, height, colour: colourOf(name) }),
        })),
      );
      const { body } = await upload(admin, album, files);
      if (body.photos.length !== pictures.length) throw new Error(JSON.stringify(body.failed_uploads));
      return body.photos;
    },
  };
}

/** The same colour for the same name, so that no two pictures have the same bytes. */
export function colourOf(name: string): string {
  const number = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0xffffff, 7);
  return `#${number.toString(16).padStart(6, "0")}`;
}
