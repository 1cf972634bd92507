import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { getAdminAlbum, listAlbumPhotos, listAlbums } from "../../../contract/albums.ts";
import { listPhotoIds, listPhotos } from "../../../contract/photos.ts";
import { addToken } from "../../../contract/tokens.ts";
import { type CatalogPhoto, type Rendition, startLightroom } from "../../../rig/lightroom.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { startTestServer } from "../../../rig/server/start-test-server.ts";
import { ADMIN } from "../../../rig/server/template.ts";

type Published = { renditions: Rendition[]; remoteId: string; remoteUrl: string };

/** A catalogue with a collection, and the real server behind the plug-in. */
async function startWithLightroom() {
  const server = await startTestServer();
  const folder = await mkdtemp(join(tmpdir(), "vitrine-lightroom-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const response = await server.admin.fetch("/api/v1/admin/publishing/lightroom.zip");
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const lightroom = await startLightroom(Buffer.from(await response.arrayBuffer()), folder);
  onTestFinished(() => void lightroom.stop());
  const body = { name: "Lightroom", scope: "publish", current_password: ADMIN.password } as const;
  const { token } = await server.admin.call(addToken, { body });
  const catalog: CatalogPhoto[] = [];
  const render = async (name: string, colour: string, width = 60) => {
    const path = join(folder, `${name}-source`);
    await writeFile(path, await makePicture({ colour, width, height: 40 }));
    return path;
  };
  const add = async (name: string, texts: Partial<CatalogPhoto> = {}): Promise<CatalogPhoto> => {
    const localIdentifier = catalog.length + 1;
    const rendered = await render(name, `#${localIdentifier}01020`);
    const renderTo = join(folder, `${name}.jpg`);
    const photo = { localIdentifier, fileName: `${name}.dng`, develop: { Exposure: 0 }, rendered, renderTo, ...texts };
    catalog.push(photo);
    return photo;
  };
  const collection: { name: string; set?: string; remoteId?: string } = { name: "Harbour" };
  /** Lightroom keeps what the plug-in records. */
  const publish = async () => {
    const settings = { status: "public", LR_jpeg_quality: 0.9 };
    const { result } = await lightroom.run<Published>("publish", { collection, photos: catalog, settings });
    collection.remoteId = result.remoteId;
    for (const { localIdentifier, id } of result.renditions) {
      const photo = catalog.find((one) => one.localIdentifier === localIdentifier);
      if (photo && id) photo.publishedId = id;
    }
    return result;
  };
  const shown = async (slug = "harbour") => (await server.admin.call(listAlbumPhotos, { params: { slug } })).photos;
  const signIn = () => lightroom.run("settings", { token });
  return { ...server, ...lightroom, folder, token, catalog, collection, add, render, publish, shown, signIn };
}

const rendered = ({ renditions }: Published) => renditions.map((rendition) => rendition.rendered);

test("the plug-in has the site's address, and its settings take a token and say whether it works", async () => {
  const { run, signIn, token, url } = await startWithLightroom();
  expect((await run("info")).result).toEqual({ id: "photo.vitrine.publish", url, title: "Vitrine" });

  const wrong = await run("settings", { token: `${token.slice(0, -1)}_` });
  expect(wrong.messages).toEqual(["Your site does not know this token. Make another one under Account."]);
  expect((await signIn()).messages).toEqual(["Connected. Your site has 0 albums."]);
  // Each dialog has views of its own.
  expect((await signIn()).messages).toEqual(["Connected. Your site has 0 albums."]);
});

test("a collection becomes an album: new, changed, re-rendered and reordered photos, each sent as little as possible", async () => {
  const { admin, add, collection, publish, shown, signIn, run, render, url } = await startWithLightroom();
  await signIn();
  const texts = { title: "The boat", caption: "Evening “light”" };
  await add("boat", { ...texts, keywordTagsForExport: "sea, boats", altTextAccessibility: "A boat" });
  const mole = await add("mole");
  const ferry = await add("ferry");

  const first = await publish();

  expect(first.renditions.map(({ failed }) => failed)).toEqual([undefined, undefined, undefined]);
  expect(rendered(first)).toEqual([true, true, true]);
  expect(first.remoteUrl).toBe(`${url}/portraits/harbour`);
  const [boat] = await shown();
  expect(boat).toMatchObject({ ...texts, tags: ["sea", "boats"], alt: "A boat", source_filename: "boat.jpg" });
  expect(first.renditions[0]).toMatchObject({ id: String(boat?.id), url: `${first.remoteUrl}/photo/${boat?.id}` });

  // Nothing has changed, so nothing is sent.
  expect(rendered(await publish())).toEqual([false, false, false]);

  mole.title = "The mole";
  expect(rendered(await publish())).toEqual([false, false, false]);
  const titled = await shown();
  expect(titled.map(({ title }) => title)).toEqual(["The boat", "The mole", "ferry"]);
  expect(titled.map(({ image_version }) => image_version)).toEqual([1, 1, 1]);

  ferry.develop = { Exposure: 1 };
  ferry.rendered = await render("ferry-again", "#00ff00", 90);
  expect(rendered(await publish())).toEqual([false, false, true]);
  expect((await shown())[2]).toMatchObject({ id: Number(ferry.publishedId), width: 90, image_version: 2 });

  const ids = first.renditions.map(({ id }) => id).reverse();
  await run("sort", { remoteId: collection.remoteId, ids });
  expect((await shown()).map(({ id }) => String(id))).toEqual(ids);
  await run("rename", { remoteId: collection.remoteId, name: "The old harbour" });
  expect((await admin.call(getAdminAlbum, { params: { slug: "harbour" } })).album.title).toBe("The old harbour");
});

test("removal takes a photo out of the album or into the trash, as chosen, and a deleted collection is a draft", async () => {
  const { admin, add, collection, publish, shown, signIn, run } = await startWithLightroom();
  await signIn();
  for (const name of ["one", "two", "three"]) await add(name);
  const [one, two, three] = (await publish()).renditions;
  const { remoteId } = collection;

  const removed = await run("remove", { ids: [one?.id], remoteId, settings: { removal: "album" } });
  expect(removed.result).toEqual({ deleted: [one?.id] });
  await run("remove", { ids: [two?.id], remoteId, settings: { removal: "trash" } });
  // Deleted on the site before.
  await run("remove", { ids: ["999999"], remoteId, settings: { removal: "trash" } });

  expect((await shown()).map(({ id }) => String(id))).toEqual([three?.id]);
  const { photos } = await admin.call(listPhotos);
  const trashed = photos.filter(({ deleted }) => deleted);
  expect([photos.length, trashed.map(({ id }) => String(id))]).toEqual([3, [two?.id]]);
  await run("deleteCollection", { remoteId, settings: { removal: "album" } });
  expect((await admin.call(listAlbums)).albums).toMatchObject([{ title: "Harbour", status: "draft", photo_count: 1 }]);
});

test("a lost answer makes no second album, and an error names the photo and what to do", async () => {
  const { admin, add, collection, publish, shown, signIn } = await startWithLightroom();
  await signIn();
  await add("boat");
  const first = await publish();
  // As if Lightroom had ended before it recorded the answer.
  delete collection.remoteId;
  const mole = await add("mole");
  const broken = await add("broken");
  await writeFile(broken.rendered, "not a picture");

  const second = await publish();

  expect(second.remoteId).toBe(first.remoteId);
  expect((await admin.call(listAlbums)).albums).toHaveLength(1);
  expect(second.renditions[2]?.failed).toMatch(/^broken\.dng: .*Export the photo as/);
  expect((await shown()).map(({ source_filename }) => source_filename)).toEqual(["boat.jpg", "mole.jpg"]);
  await copyFile(mole.rendered, broken.rendered);
  expect((await publish()).renditions[2]).toMatchObject({ rendered: true, id: expect.any(String) });
  expect((await admin.call(listPhotoIds)).ids).toHaveLength(3);
});

test("a set is a category that exists, else the plug-in says so", async () => {
  const { admin, add, collection, publish, signIn } = await startWithLightroom();
  await signIn();
  await add("boat");
  collection.set = "Weddings";
  await expect(publish()).rejects.toThrow('Your site has no category "Weddings"');
  collection.set = "Travel";
  await publish();
  expect((await admin.call(listAlbums)).albums).toMatchObject([{ title: "Harbour", category: "travel" }]);
});

test("picks come back into the catalogue: flags, stars, colours and comments, for raw files of the same name too", async () => {
  const { run, folder } = await startWithLightroom();
  const table = join(folder, "selection.csv");
  const lines = [
    '"filename","comment","voice","picked","label","rating","verdict","pins"',
    '"boat.jpg","Larger, ""please""","Ana","yes","red","4","",""',
    '"boat.jpg","","Ben","no","","5","",""',
    '"mole.jpg","Two\nlines","Ana","no","","","",""',
    '"gone.jpg","","Ana","yes","","","",""',
    '"twice.jpg","","Ana","yes","","","",""',
  ];
  await writeFile(table, `${lines.join("\r\n")}\r\n`);
  const names = ["boat.dng", "MOLE.CR3", "boat-2.dng", "twice.dng", "twice.tif"];
  const photos = names.map((fileName, index) => ({ localIdentifier: index + 1, fileName }));

  const { result, messages } = await run<{ photos: object[] }>("picks", { table, photos });

  const boat = { pickStatus: 1, rating: 5, colorNameForLabel: "red", comment: 'Ana: Larger, "please"' };
  expect(result.photos).toEqual([boat, { comment: "Ana: Two\nlines" }, {}, {}, {}]);
  expect(messages[0]).toContain("2 photos have what clients chose.");
  expect(messages[0]).toContain("Not in this catalogue: gone.jpg.");
  expect(messages[0]).toContain("none was changed: twice.jpg.");
});
