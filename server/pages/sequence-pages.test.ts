import { expect, test } from "vitest";
import { listAlbumPhotos, updateAlbum } from "../../contract/albums.ts";
import { createRoom } from "../../contract/rooms.ts";
import { getSequence, type Panel, saveSequence } from "../../contract/sequences.ts";
import { trashPhoto } from "../../contract/trash.ts";
import { embeddedIn, html } from "../../rig/server/read-page.ts";
import { sequencedAlbum } from "../../rig/server/sequenced-album.ts";
import { visitRoom } from "../../rig/visit-room.ts";

/** Compared with its photos one by one. `npm run bench:weight` measures it compressed, with photos as they are in life. */
const MAX_WEIGHT = 1.05;
const TEXT = "The lake is loudest in the half hour before the sun reaches it. I sat there for nine mornings.";

test("the page of a sequenced album is at most 5 % heavier than that of a plain one, which carries no panels", async () => {
  const { server, album, arrange } = await sequencedAlbum("abcdefghijklmnopqr");
  const page = async () => (await html(server, `/travel/${album.slug}`)).text;
  const plain = await page();
  expect(embeddedIn(plain).content).not.toHaveProperty("panels");
  await arrange(album, "a b c d e f g h i j k l m n o p q r");
  expect(embeddedIn(await page()).content).not.toHaveProperty("panels");

  const { sequence } = await arrange(album, "a bc d e - f gh0 i j = k l m n op q r").then(() =>
    server.admin.call(getSequence, { params: { slug: album.slug }, query: {} }),
  );
  const texts: Panel[] = [
    { kind: "text", heading: "Before anyone is up", body: TEXT },
    { kind: "text", heading: "Home, by way of the cities", body: "" },
  ];
  const panels = [...sequence.panels.slice(0, 3), texts[0], ...sequence.panels.slice(3, 11), texts[1]] as Panel[];
  const { version_id, revision } = sequence;
  const body = { version_id, revision, panels: [...panels, ...sequence.panels.slice(11)] };
  await server.admin.call(saveSequence, { params: { slug: album.slug }, body });

  for (const layout of ["strip", "scroll", "grid"] as const) {
    await server.admin.call(updateAlbum, { params: { slug: album.slug }, body: { layout } });
    const sequenced = await page();
    expect(sequenced.match(/data-photo=/g), layout).toHaveLength(18);
    expect(sequenced).toContain("Home, by way of the cities</h2>");
    expect(sequenced.length / plain.length, layout).toBeLessThan(MAX_WEIGHT);
  }
});

test("a page shows the panels that its reader may see, in the same order in every layout and in its content", async () => {
  const { server, album, arrange, idsOf } = await sequencedAlbum("abcde");
  await arrange(album, "ab - cd !Words e");
  const [b = 0, c = 0, d = 0] = idsOf("bcd");
  await server.admin.call(trashPhoto, { params: { id: b } });
  await server.admin.call(trashPhoto, { params: { id: c } });
  await server.admin.call(trashPhoto, { params: { id: d } });
  const order = /data-photo="(\d+)"|data-(pause)|<h2[^>]*>(\w+)/g;
  const { photos } = await server.admin.call(listAlbumPhotos, { params: { slug: album.slug } });
  const [first, last] = photos.map(({ id }) => String(id));
  for (const layout of ["strip", "scroll", "grid"] as const) {
    await server.admin.call(updateAlbum, { params: { slug: album.slug }, body: { layout } });
    const { text } = await html(server, `/travel/${album.slug}`);
    const shown = [...text.matchAll(order)].map(([, photo, pause, heading]) => photo ?? pause ?? heading);
    expect(shown, layout).toEqual([first, "pause", "Words", last]);
    expect(embeddedIn(text).content).toMatchObject({ panels: [1, "half", ["Words", ""], 1] });
  }
});

test("the page of a room that was made from a sequenced album has its panels", async () => {
  const { server, album, arrange } = await sequencedAlbum("abcd");
  await arrange(album, "ab - !Words cd");
  const body = { title: "Ana", album_slug: album.slug, download: "none" } as const;
  const { room } = await server.admin.call(createRoom, { body });
  const text = await (await visitRoom(server, room).at("")).text();
  expect(text.match(/<li data-gap=/g)).toHaveLength(2);
  expect(text).toContain("Words</h2>");
  expect(embeddedIn(text).content).toMatchObject({ panels: [2, "half", ["Words", ""], 2] });
});
