import { expect, test } from "vitest";
import { getFirstSteps, updateFirstSteps } from "../../../contract/first-steps.ts";
import { updateSite } from "../../../contract/site.ts";
import { trashPhoto } from "../../../contract/trash.ts";
import { shareTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";

const stepsOf = async ({ admin }: TestServer) => (await admin.call(getFirstSteps)).first_steps;

test("the first steps fill in as the owner does them", async () => {
  const server = await shareTestServer();
  const { admin, seed } = server;
  expect(await stepsOf(server)).toEqual({
    shown: true,
    site_named: false,
    album_created: false,
    photo_added: false,
    about_written: false,
    site_viewed: false,
  });

  await admin.call(updateSite, { body: { name: "Mira Holm" } });
  expect(await stepsOf(server)).toMatchObject({ site_named: true, about_written: false });
  await admin.call(updateSite, { body: { about: "I take photos." } });
  const album = await seed.album();
  expect(await stepsOf(server)).toMatchObject({ album_created: true, photo_added: false });
  const photo = await seed.photo({ album });
  await admin.call(updateFirstSteps, { body: { site_viewed: true } });

  expect(Object.values(await stepsOf(server))).toEqual(Array(6).fill(true));
  await admin.call(trashPhoto, { params: { id: photo.id } });
  expect(await stepsOf(server)).toMatchObject({ photo_added: false });
});

test("the first steps are dismissed for every device, and can come back", async () => {
  const server = await shareTestServer();
  const { admin } = server;

  const { first_steps } = await admin.call(updateFirstSteps, { body: { shown: false } });

  expect(first_steps.shown).toBe(false);
  expect(await stepsOf(server)).toEqual(first_steps);
  await admin.call(updateFirstSteps, { body: { shown: true } });
  expect((await stepsOf(server)).shown).toBe(true);
});

test("a library with an owner from before the checklist never shows it", async () => {
  const server = await shareTestServer();
  await server.deps.db.deleteFrom("setting").where("key", "=", "first_steps").execute();

  expect((await stepsOf(server)).shown).toBe(false);
});
