import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { listAlbumPhotos } from "../../contract/albums.ts";
import { advanceIntervals, soon } from "./advance-intervals.ts";
import { startTestServer } from "./start-test-server.ts";

export const SECOND_MS = 1_000;

/** A server that takes photos from a folder. */
export async function startWithInbox(env: Record<string, string> = {}) {
  advanceIntervals();
  const inbox = env.INBOX_DIR ?? (await mkdtemp(join(tmpdir(), "vitrine-inbox-")));
  onTestFinished(() => rm(inbox, { recursive: true, force: true }));
  const server = await startTestServer({ INBOX_DIR: inbox, ...env });
  const put = async (path: string, content: Buffer | string) => {
    await mkdir(dirname(join(inbox, path)), { recursive: true });
    await writeFile(join(inbox, path), content);
  };
  const titles = async (slug: string) =>
    (await server.admin.call(listAlbumPhotos, { params: { slug } })).photos.map(({ title }) => title);
  /** Until the inbox has done it; five seconds of the server's clock pass at each look. */
  const until = (check: () => Promise<void> | void) =>
    soon(async () => {
      server.clock.advanceMs(3 * SECOND_MS);
      await check();
    });
  const isThere = (path: string) => until(() => expect([path, existsSync(join(inbox, path))]).toEqual([path, true]));
  return { ...server, inbox, put, titles, until, isThere };
}

/** A sidecar with these texts. */
export const xmp = (title: string, keywords: string[] = []) =>
  `<x:xmpmeta><dc:title><rdf:Alt><rdf:li>${title}</rdf:li></rdf:Alt></dc:title><dc:subject><rdf:Bag>${keywords
    .map((word) => `<rdf:li>${word}</rdf:li>`)
    .join("")}</rdf:Bag></dc:subject></x:xmpmeta>`;
