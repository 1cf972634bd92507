import { expect, test } from "vitest";
import * as contract from "../../../contract/albums.ts";
import { login } from "../../../contract/auth.ts";
import { type PhotoId, updatePhoto } from "../../../contract/photos.ts";
import { createClient } from "../../../rig/client.ts";
import { shareTestServer, startTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";
import { ADMIN } from "../../../rig/server/template.ts";

async function albumOfThree(server: TestServer) {
  const album = await server.seed.album();
  const photos = [];
  for (let index = 0; index < 3; index++) photos.push(await server.seed.photo({ album }));
  const [a, b, c] = photos.map(({ id }) => id);
  if (!a || !b || !c) throw new Error("expected three photos");
  return { album, params: { slug: album.slug }, a, b, c };
}

const idsOf = async ({ admin }: TestServer, slug: string) =>
  (await admin.call(contract.listAlbumPhotos, { params: { slug } })).photos.map(({ id }) => id);

async function positionsOf({ deps }: TestServer): Promise<number[]> {
  const rows = await deps.db.selectFrom("album_photo").select("position").orderBy("position").execute();
  return rows.map((row) => row.position);
}

test("an album's photos can be reordered", async () => {
  const server = await shareTestServer();
  const { params, a, b, c } = await albumOfThree(server);

  const { photos } = await server.admin.call(contract.reorderAlbumPhotos, { params, body: { photo_ids: [c, a, b] } });

  expect(photos.map(({ id }) => id)).toEqual([c, a, b]);
  expect(await positionsOf(server)).toEqual([0, 1, 2]);
});

test("an order that does not name each photo exactly once is refused and changes nothing", async () => {
  const server = await shareTestServer();
  const { params, a, b, c } = await albumOfThree(server);
  const outsider = await server.seed.photo({ album: await server.seed.album() });

  for (const photo_ids of [[], [c, b], [c, b, b], [c, b, a, a], [c, b, outsider.id], [c, b, a, 999_999]]) {
    const response = await server.admin.refused(contract.reorderAlbumPhotos, { params, body: { photo_ids } });
    expect(response.status).toBe(422);
    expect(response.body.errors).toHaveProperty("photo_ids");
  }

  expect(await idsOf(server, params.slug)).toEqual([a, b, c]);
});

test("an order that names a photo which has since left the album is a conflict", async () => {
  const server = await shareTestServer();
  const { params, a, b, c } = await albumOfThree(server);
  await server.admin.call(contract.removeAlbumPhoto, { params: { ...params, photoId: b } });

  const response = await server.admin.refused(contract.reorderAlbumPhotos, { params, body: { photo_ids: [c, b, a] } });

  expect(response.status).toBe(409);
  expect(await idsOf(server, params.slug)).toEqual([a, c]);
});

test("a photo removed from an album stays in the library, and the gap closes", async () => {
  const server = await shareTestServer();
  const { params, a, b, c } = await albumOfThree(server);

  await server.admin.call(contract.removeAlbumPhoto, { params: { ...params, photoId: b } });

  expect(await idsOf(server, params.slug)).toEqual([a, c]);
  expect(await positionsOf(server)).toEqual([0, 1]);
  const { photo } = await server.admin.call(updatePhoto, { params: { id: b }, body: { visibility: 0 } });
  expect(photo).toMatchObject({ album_id: null, deleted: false });
});

test("a photo of another album cannot be removed from this one", async () => {
  const server = await shareTestServer();
  const { params } = await albumOfThree(server);
  const outsider = await server.seed.photo({ album: await server.seed.album() });

  const response = await server.admin.refused(contract.removeAlbumPhoto, {
    params: { ...params, photoId: outsider.id },
  });

  expect(response.status).toBe(404);
  expect(response.body.message).toBe("Photo not found");
});

test("concurrent writers on two servers never lose each other's changes", async () => {
  const server = await startTestServer();
  const { seed } = server;
  const album = await seed.album();
  const other = await server.startAnother();
  const { token } = await createClient(other.url).call(login, { body: ADMIN });
  const admins = [server.admin, createClient(other.url, token)];
  const unassigned: PhotoId[] = [];
  for (let index = 0; index < 12; index++) unassigned.push((await seed.photo()).id);

  // Each reads the end of the list and appends to it.
  await Promise.all(
    unassigned.map((id, index) =>
      admins[index % 2]?.call(updatePhoto, { params: { id }, body: { album_id: album.id } }),
    ),
  );

  expect((await idsOf(server, album.slug)).sort()).toEqual(unassigned.sort());
  expect(await positionsOf(server)).toEqual(unassigned.map((_, index) => index));
});
