import * as albums from "../../contract/albums.ts";
import { bulkPhotos, type PhotoId } from "../../contract/photos.ts";
import * as sequences from "../../contract/sequences.ts";
import type { Client } from "../client.ts";
import { shareTestServer } from "./start-test-server.ts";

export type Named = { slug: string };

/** Photos with a letter as their title, in an album. Lines are written as "ab - c = !Text d": a pair, pauses, a text. */
export async function sequencedAlbum(letters: string) {
  const server = await shareTestServer();
  const album = await server.seed.album({ title: "Sequence", category: "travel" });
  const ids = new Map<string, PhotoId>();
  for (const title of letters) ids.set(title, (await server.seed.photo({ album, title })).id);
  return { server, album, ids, ...callsOf(server, ids), ...asLetters(ids) };
}

function asLetters(ids: Map<string, PhotoId>) {
  const letterOf = (id: PhotoId) => [...ids].find(([, each]) => each === id)?.[0] ?? "?";
  return {
    letterOf,
    /** The photos of a list, as letters. */
    letters: (photos: readonly { id: PhotoId }[]) => photos.map(({ id }) => letterOf(id)).join(""),
    write: (panels: readonly sequences.Panel[]) => panels.map((panel) => writePanel(panel, letterOf)).join(" "),
  };
}

function writePanel(panel: sequences.Panel, letterOf: (id: PhotoId) => string): string {
  if (panel.kind === "pause") return panel.width === "half" ? "-" : "=";
  if (panel.kind === "text") return `!${panel.heading}${panel.body}`;
  return `${panel.photo_ids.map(letterOf).join("")}${panel.gap === 0 ? "0" : ""}`;
}

function callsOf({ admin, visitor }: { admin: Client; visitor: Client }, ids: Map<string, PhotoId>) {
  const idsOf = (names: string) => [...names].map((name) => ids.get(name) ?? (0 as PhotoId));
  const read = (line: string): sequences.Panel[] =>
    line.split(" ").map((word) => {
      if (word === "-") return { kind: "pause", width: "half" };
      if (word === "=") return { kind: "pause", width: "full" };
      if (word.startsWith("!")) return { kind: "text", heading: word.slice(1), body: "" };
      return { kind: "photos", photo_ids: idsOf(word.replace("0", "")), gap: word.endsWith("0") ? 0 : 10 };
    });
  const params = ({ slug }: Named) => ({ slug });
  const get = (album: Named, version?: number) =>
    admin.call(sequences.getSequence, { params: params(album), query: version === undefined ? {} : { version } });
  return {
    idsOf,
    read,
    get,
    /** Arranges a version, the current one by default, as it is now. */
    async arrange(album: Named, line: string, version?: number) {
      const { version_id, revision } = (await get(album, version)).sequence;
      const body = { version_id, revision, panels: read(line) };
      return (await admin.call(sequences.saveSequence, { params: params(album), body })).sequence;
    },
    shown: async (album: Named) => (await visitor.call(albums.getAlbum, { params: params(album) })).data,
    inAlbum: async (album: Named) => (await admin.call(albums.listAlbumPhotos, { params: params(album) })).photos,
    bulk: (names: string, action: Record<string, unknown>) =>
      admin.call(bulkPhotos, { body: { ids: idsOf(names), ...action } as never }),
  };
}
