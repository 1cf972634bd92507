import { expect, test } from "vitest";
import { API_PREFIX } from "../../../contract/endpoint.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { Panel } from "../../../contract/sequences.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { sequencedAlbum } from "../../../rig/server/sequenced-album.ts";
import { changeLibrary } from "../../library/change-library.ts";
import { photosOf } from "../../library/orders/line.ts";
import {
  addAlbumPhotos,
  listAlbumPhotos,
  removeAlbumPhoto,
  reorderAlbumPhotos,
} from "../albums/album-photos.service.ts";
import { getPublicAlbum } from "../albums/public-albums.service.ts";
import { changePhotos, updatePhoto } from "../photos/photos.change.ts";
import { API_VIEW } from "../photos/photos.present.ts";
import { restorePhotos, trashPhotos } from "../trash/trash.service.ts";
import { createVersion, deleteVersion, publishVersion, readSequence, saveSequence } from "./sequences.service.ts";

/** All of them on each database with `npm run test:all`. */
const STEPS = process.env.VITRINE_ALL_PAIRS ? 1_000 : 250;
/** A thousand changes, each read back by every reader, take a minute on a busy machine. */
const LIMIT_MS = 5 * 60_000;
const LETTERS = "abcdefghijkl";
const BY = { actor: "test", address: "" };

/** The same numbers each time (mulberry32): a failure can be repeated. */
function randomNumbers(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  const pick = <T>(list: readonly T[]): T | undefined => list[below(list.length)];
  const shuffle = <T>(list: readonly T[]) =>
    list
      .map((each) => [next(), each] as const)
      .sort(([one], [other]) => one - other)
      .map(([, each]) => each);
  return { below, pick, shuffle };
}

type Random = ReturnType<typeof randomNumbers>;

function randomLine(photos: readonly PhotoId[], { below, shuffle }: Random): Panel[] {
  const rest = shuffle(photos);
  const line: Panel[] = [];
  while (rest.length > 0) {
    const kind = below(6);
    if (kind === 0) line.push({ kind: "pause", width: below(2) === 0 ? "half" : "full" });
    else if (kind === 1) line.push({ kind: "text", heading: "Text", body: "" });
    else line.push({ kind: "photos", photo_ids: rest.splice(0, 1 + below(3)), gap: below(2) === 0 ? 0 : 10 });
  }
  return line;
}

test(
  `after each of ${STEPS} random changes, every version names each photo once, and visitors see what they may`,
  async () => {
    const { server, album, ids } = await sequencedAlbum(LETTERS);
    const { deps, seed } = server;
    const guests = [await seed.photo({ album: await seed.album(), title: "y" }), await seed.photo({ title: "z" })];
    const all = [...ids.values(), ...guests.map(({ id }) => id)];
    const random = randomNumbers(7);
    const { below, pick, shuffle } = random;
    const { slug } = album;
    const some = () => shuffle(all).slice(0, 1 + below(3));
    const members = async () => (await listAlbumPhotos(deps, slug)).map(({ id }) => id);
    const anyVersion = async () => pick((await readSequence(deps, slug)).versions)?.id ?? 1;

    const changes: Record<string, () => Promise<unknown>> = {
      arrange: async () => {
        const { sequence } = await readSequence(deps, slug, await anyVersion());
        const { version_id, revision } = sequence;
        return saveSequence(deps, slug, { version_id, revision, panels: randomLine(await members(), random) });
      },
      copy: async () => {
        const { versions } = await readSequence(deps, slug);
        if (versions.length < 4) return createVersion(deps, slug, { name: "Copy", from: await anyVersion() });
      },
      publish: async () => publishVersion(deps, slug, await anyVersion(), BY),
      delete: async () => {
        const other = (await readSequence(deps, slug)).versions.filter(({ current }) => !current);
        if (other.length > 1) await deleteVersion(deps, slug, other[0]?.id ?? 0);
      },
      trash: () => trashPhotos(deps, some(), BY),
      restore: () => restorePhotos(deps, all, BY),
      hide: () => updatePhoto(deps, pick(all) as PhotoId, { visibility: 1 }),
      show: () => updatePhoto(deps, pick(all) as PhotoId, { visibility: 0 }),
      add: () => addAlbumPhotos(deps, slug, some()).catch(() => {}),
      remove: async () => {
        const id = pick(await members());
        if (id !== undefined) await removeAlbumPhoto(deps, slug, id);
      },
      undo: () =>
        changeLibrary(deps, (trx) => changePhotos(trx, some(), { album_id: album.id }, { toFormerPlaces: true })),
      replace: async () => {
        // Each with bytes of its own.
        const bytes = await makePicture({ width: 40 + below(60), height: 40 + below(60), colour: "#3366cc" });
        const form = new FormData();
        form.append("photo", new Blob([Uint8Array.from(bytes)], { type: "image/jpeg" }), "other.jpg");
        await server.admin.fetch(`${API_PREFIX}/admin/photos/${pick(all)}/file`, { method: "PUT", body: form });
      },
      reorder: async () => reorderAlbumPhotos(deps, slug, shuffle(await members())),
    };

    for (let step = 0; step < STEPS; step++) {
      const [name, change] = pick(Object.entries(changes)) ?? [];
      await change?.();
      const about = `step ${step}, ${name}`;
      const photos = await listAlbumPhotos(deps, slug);
      const order = photos.map(({ id }) => id);
      const { sequence, versions } = await readSequence(deps, slug);
      expect(photosOf(sequence.panels), about).toEqual(order);
      for (const { id } of versions) {
        const { panels } = (await readSequence(deps, slug, id)).sequence;
        expect([...photosOf(panels)].sort(), about).toEqual([...order].sort());
      }
      const data = await getPublicAlbum(deps, slug, API_VIEW);
      const shown = photos.filter(({ is_visible, album_id }) => is_visible && album_id !== null).map(({ id }) => id);
      expect(
        data.photos.map(({ id }) => id),
        about,
      ).toEqual(shown);
      if (data.panels) {
        expect(photosOf(data.panels), about).toEqual(shown);
        const kinds = data.panels.map(({ kind }) => kind);
        expect([kinds[0], kinds.at(-1)], about).not.toContain("pause");
        expect(kinds.join(" "), about).not.toContain("pause pause");
      }
    }
  },
  LIMIT_MS,
);
