import { expect, test } from "vitest";
import { deletePhotoPermanently, trashPhoto } from "../../../contract/trash.ts";
import * as contract from "../../../contract/written-pages.ts";
import { advanceIntervals, soon } from "../../../rig/server/advance-intervals.ts";
import { startTestServer } from "../../../rig/server/start-test-server.ts";

const MINUTE_MS = 60_000;

test("a page appears in lists that are cached when its time has come", async () => {
  advanceIntervals();
  const { admin, visitor, clock } = await startTestServer();
  const published_on = new Date(clock.now().getTime() + 60 * MINUTE_MS).toISOString();
  const body = { kind: "entry", title: "Tomorrow", status: "public", published_on } as const;
  const { page } = await admin.call(contract.createWrittenPage, { body });
  const journal = async () => (await visitor.call(contract.listJournal)).data.map(({ slug }) => slug);
  const status = async () => (await visitor.fetch("/api/v1/journal/tomorrow")).status;
  expect(page.published_on).toBe(published_on);
  expect([await journal(), await status()]).toEqual([[], 404]);

  clock.advanceMs(61 * MINUTE_MS);
  await soon(async () => expect([await journal(), await status()]).toEqual([["tomorrow"], 200]));
});

test("of the earlier versions, the last thirty are kept, and one in two minutes", async () => {
  const { admin, clock, seed } = await startTestServer();
  const gone = await seed.photo();
  const first = { kind: "photos" as const, photo_ids: [gone.id] };
  const created = await admin.call(contract.createWrittenPage, {
    body: { kind: "page", title: "About", blocks: [{ kind: "heading", text: "0" }, first] },
  });
  const { id } = created.page;
  let { revision } = created.page;
  const save = async (text: string) => {
    const body = { revision, blocks: [{ kind: "heading" as const, text }] };
    ({ revision } = (await admin.call(contract.updateWrittenPage, { params: { id }, body })).page);
  };
  const versions = async () => (await admin.call(contract.listWrittenPageVersions, { params: { id } })).versions;
  const read = async (version: number) =>
    (await admin.call(contract.getWrittenPageVersion, { params: { id, version } })).version;

  await save("1");
  await save("1, and on");
  expect((await versions()).length).toBe(1);
  await admin.call(trashPhoto, { params: { id: gone.id } });
  await admin.call(deletePhotoPermanently, { params: { id: gone.id } });
  expect((await read((await versions())[0]?.id ?? 0)).blocks).toEqual([{ kind: "heading", text: "0" }]);

  for (let number = 2; number <= 35; number++) {
    clock.advanceMs(3 * MINUTE_MS);
    await save(String(number));
  }
  const kept = await versions();
  expect(kept.length).toBe(30);
  expect((await read(kept[0]?.id ?? 0)).blocks).toEqual([{ kind: "heading", text: "34" }]);
  expect((await read(kept[29]?.id ?? 0)).blocks).toEqual([{ kind: "heading", text: "5" }]);
  expect((await admin.fetch(`/api/v1/admin/pages/${id}/versions/999999`)).status).toBe(404);
});
