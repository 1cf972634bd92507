import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { getAlbum } from "../../../contract/albums.ts";
import { updatePhoto } from "../../../contract/photos.ts";
import { createClient } from "../../../rig/client.ts";
import { startTestServer } from "../../../rig/server/start-test-server.ts";

async function twoServers() {
  const server = await startTestServer();
  const other = createClient((await server.startAnother()).url);
  const album = await server.seed.album();
  const photo = await server.seed.photo({ album });
  const shownByOther = async () => {
    const { data } = await other.call(getAlbum, { params: { slug: album.slug } });
    return data.photos.map(({ id }) => id);
  };
  const setVisibility = (visibility: 0 | 1) =>
    server.admin.call(updatePhoto, { params: { id: photo.id }, body: { visibility } });
  return { server, photo, shownByOther, setVisibility };
}

test("what one server makes private, another stops showing", async () => {
  const { photo, shownByOther, setVisibility } = await twoServers();
  expect(await shownByOther()).toEqual([photo.id]);

  await setVisibility(1);

  await vi.waitFor(async () => expect(await shownByOther()).toEqual([]), { timeout: 10_000, interval: 5 });
});

test("a server that cannot listen for changes still shows them", async () => {
  const { server, photo, shownByOther, setVisibility } = await twoServers();
  expect(await shownByOther()).toEqual([photo.id]);
  const { db, database } = server.deps;
  if (database.dialect === "postgres") {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen %'
    `.execute(db);
  }

  await setVisibility(1);
  await vi.waitFor(async () => expect(await shownByOther()).toEqual([]), { timeout: 10_000, interval: 5 });

  // And listens again once the connection is back.
  await setVisibility(0);
  await vi.waitFor(async () => expect(await shownByOther()).toEqual([photo.id]), { timeout: 10_000, interval: 5 });
});
