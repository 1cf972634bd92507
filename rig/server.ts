import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type AdminAlbum, createAlbum } from "../contract/albums.ts";
import { login } from "../contract/auth.ts";
import { type Category, DEFAULT_ALBUM_CATEGORY } from "../contract/limits.ts";
import type { AdminPhoto } from "../contract/photos.ts";
import { type Client, createClient } from "./client.ts";
import { makePicture } from "./make-picture.ts";
import { upload } from "./upload.ts";

export const ADMIN = { email: "admin@example.com", password: "correct horse battery" };

export type RunningSite = {
  url: string;
  dataDir: string;
  /** Signed in; `admin.token` is what the browser keeps. */
  admin: Client;
  visitor: Client;
  album(title: string, given?: { category?: Category; description?: string }): Promise<AdminAlbum>;
  /** Uploads a picture of its own colour for each, in this order. */
  photos(album: AdminAlbum, pictures: { name: string; width?: number; height?: number }[]): Promise<AdminPhoto[]>;
  /** SIGKILL: as if it had crashed. */
  stop(signal?: "SIGKILL"): Promise<void>;
};

/** A running server with the admin signed in. */
export async function startSite(env: Record<string, string> = {}): Promise<RunningSite> {
  const { url, dataDir, stop } = await startServer({ ADMIN_PASSWORD: ADMIN.password, ...env });
  try {
    const visitor = createClient(url);
    const admin = createClient(url, (await visitor.call(login, { body: ADMIN })).token);
    return { url, dataDir, admin, visitor, stop, ...libraryOf(admin) };
  } catch (error) {
    await stop();
    throw error;
  }
}

type RunningServer = Pick<RunningSite, "url" | "dataDir" | "stop"> & {
  /** What it prints while no password is set. */
  setupLink: Promise<string>;
};

/** The real server, as a process of its own, on a free port and a fresh folder. */
export async function startServer(env: Record<string, string>): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-e2e-"));
  const server = spawn(process.execPath, ["server/main.ts"], {
    env: { ...process.env, PORT: "0", DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stop = async (signal?: "SIGKILL") => {
    server.kill(signal);
    if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const setupLink = printed(server, /Set the admin password at (\S+)/);
    // Most servers never print it.
    setupLink.catch(() => {});
    return { url: await printed(server, /Vitrine is at (\S+)/), dataDir, setupLink, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Reads on to the end: an unread log would fill the pipe and stop the server. */
function printed(server: ChildProcess, pattern: RegExp): Promise<string> {
  const { stdout } = server;
  if (!stdout) throw new Error("The server's output is not piped");
  return new Promise<string>((resolve, reject) => {
    createInterface(stdout).on("line", (line) => {
      const found = pattern.exec(line)?.[1];
      if (found) resolve(found);
    });
    server.once("exit", () => reject(new Error("The server did not print what was waited for")));
  });
}

function libraryOf(admin: Client): Pick<RunningSite, "album" | "photos"> {
  return {
    async album(title, { category = DEFAULT_ALBUM_CATEGORY, description = "" } = {}) {
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

/** Each name has its own colour, always the same, so that no two pictures have the same bytes. */
export function colourOf(name: string): string {
  const number = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0xffffff, 7);
  return `#${number.toString(16).padStart(6, "0")}`;
}
