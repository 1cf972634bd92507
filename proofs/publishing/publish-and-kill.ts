import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listAlbumPhotos, listAlbums } from "../../contract/albums.ts";
import { listPhotos } from "../../contract/photos.ts";
import { addToken } from "../../contract/tokens.ts";
import { type CatalogPhoto, type Rendition, startLightroom } from "../../rig/lightroom.ts";
import { makePicture } from "../../rig/make-picture.ts";
import { ADMIN, type ServerProcess } from "../../rig/server-process.ts";
import { expect } from "../expect.ts";
import { startMortalServer } from "./mortal-server.ts";

const KILL_EVERY_MS = 6_000;
const PUBLISHES_MAX = 20;
type Published = { renditions: Rendition[]; remoteId: string };

/** Publishes, retitles, re-renders, reorders and removes photos, as a photographer who presses Publish until all is done. */
export async function publishAndKill(count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-publishing-"));
  const mortal = await startMortalServer(join(folder, "data"), KILL_EVERY_MS);
  try {
    const publishing = await startPublishing(mortal.current(), folder, count);
    const { catalog, collection, lightroom, publish } = publishing;
    await publish();
    const [retitled, rerendered, removed] = [share(count, 0.1), share(count, 0.05), share(count, 0.025)];
    for (const photo of catalog.slice(0, retitled)) photo.title = `Title ${photo.localIdentifier}`;
    expect("a new title sends no picture", (await publish()) === 0);
    for (const photo of catalog.slice(-rerendered)) {
      photo.develop = { Exposure: 1 };
      await writeFile(
        photo.rendered,
        await makePicture({ width: 90, height: 60, colour: colourOf(photo.localIdentifier) }),
      );
    }
    await publish();
    const order = catalog.map(({ publishedId }) => publishedId ?? "");
    order.unshift(...order.splice(-share(count, 0.25)));
    await untilDone(() => lightroom.run("sort", { remoteId: collection.remoteId, ids: order }));
    const gone = catalog.splice(retitled, removed).map(({ publishedId }) => publishedId ?? "");
    const settings = { removal: "trash" };
    await untilDone(() => lightroom.run("remove", { ids: gone, remoteId: collection.remoteId, settings }));
    const kills = await mortal.spare();

    const server = mortal.current();
    const { albums } = await server.admin.call(listAlbums);
    expect("one album", albums.length === 1);
    const { photos } = await server.admin.call(listAlbumPhotos, { params: { slug: albums[0]?.slug ?? "" } });
    const left = order.filter((id) => !gone.includes(id));
    expect(
      "the album has each photo once, in the catalogue's order",
      photos.map(({ id }) => String(id)).join() === left.join(),
    );
    const all = (await server.admin.call(listPhotos)).photos;
    expect("nothing is there twice", all.length === count);
    expect("what was removed is in the trash", all.filter(({ deleted }) => deleted).length === gone.length);
    const byId = new Map(photos.map((photo) => [String(photo.id), photo]));
    expect(
      "every title is the catalogue's",
      catalog.every(({ publishedId = "", title }) => title === undefined || byId.get(publishedId)?.title === title),
    );
    expect(
      "every file is the newest",
      catalog.slice(-rerendered).every(({ publishedId = "" }) => byId.get(publishedId)?.width === 90),
    );
    console.log(`${count} photos; the server was killed ${kills} times`);
    lightroom.stop();
  } finally {
    await mortal.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function startPublishing(server: ServerProcess, folder: string, count: number) {
  const body = { name: "Lightroom", scope: "publish", current_password: ADMIN.password } as const;
  const { token } = await server.admin.call(addToken, { body });
  const response = await server.admin.fetch("/api/v1/admin/publishing/lightroom.zip");
  const lightroom = await startLightroom(Buffer.from(await response.arrayBuffer()), folder, { secondMs: 1_000 });
  await lightroom.run("settings", { token });
  const catalog: CatalogPhoto[] = [];
  for (let localIdentifier = 1; localIdentifier <= count; localIdentifier++) {
    const rendered = join(folder, `source-${localIdentifier}`);
    await writeFile(rendered, await makePicture({ colour: colourOf(localIdentifier) }));
    const fileName = `IMG_${localIdentifier}.dng`;
    const renderTo = join(folder, `IMG_${localIdentifier}.jpg`);
    catalog.push({ localIdentifier, fileName, develop: { Exposure: 0 }, rendered, renderTo });
  }
  const collection: { name: string; remoteId?: string } = { name: "Harbour" };
  /** Until no photo fails. Returns how many pictures were rendered. */
  async function publish(): Promise<number> {
    let rendered = 0;
    for (let attempt = 0; attempt < PUBLISHES_MAX; attempt++) {
      const settings = { status: "public", LR_jpeg_quality: 0.9 };
      const answer = await lightroom
        .run<Published>("publish", { collection, photos: catalog, settings })
        .catch((error: Error) => console.log(`  publishing stopped: ${error.message}`));
      if (!answer) continue;
      const { result } = answer;
      collection.remoteId = result.remoteId;
      for (const { localIdentifier, id } of result.renditions) {
        const photo = catalog.find((one) => one.localIdentifier === localIdentifier);
        if (photo && id) photo.publishedId = id;
      }
      rendered += result.renditions.filter((rendition) => rendition.rendered).length;
      if (result.renditions.every(({ failed }) => failed === undefined)) return rendered;
    }
    throw new Error("some photos could not be published");
  }
  return { catalog, collection, lightroom, publish };
}

async function untilDone(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === PUBLISHES_MAX) throw error;
    }
  }
}

const share = (count: number, part: number) => Math.max(1, Math.round(count * part));
const colourOf = (index: number) => `#${(index * 7_919 + 4_096).toString(16).padStart(6, "0").slice(-6)}`;
