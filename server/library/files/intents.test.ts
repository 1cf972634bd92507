import { expect, test } from "vitest";
import { shareTestServer, startTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";
import { transaction } from "../../db/connect.ts";
import {
  beginPut,
  endPut,
  finishDeletes,
  HOLD_DELETES_SETTING,
  PUT_LEASE_MS,
  PutUndoneError,
  recordDelete,
  recoverIntents,
} from "./intents.ts";

const KEYS = ["originals/ab/abc.jpg", "variants/ab/abc/thumb.jpg"];

test("a put that was never committed is undone", async () => {
  const { deps } = await shareTestServer();
  await beginPut(deps, KEYS);
  for (const key of KEYS) await deps.storage.putBytes(key, Buffer.from("x"));

  await recoverIntents(deps);

  expect(await leftOf(deps)).toEqual({ files: [], intents: 0 });
});

test("a put of a live server is left alone, and undone once its lease has expired", async () => {
  const { deps } = await shareTestServer();
  await beginPut(deps, KEYS);
  for (const key of KEYS) await deps.storage.putBytes(key, Buffer.from("x"));

  await recoverIntents(deps, new Date(deps.now().getTime() - PUT_LEASE_MS));
  const within = await leftOf(deps);
  await recoverIntents(deps, new Date(deps.now().getTime() + 1));

  expect(within).toEqual({ files: KEYS, intents: 1 });
  expect(await leftOf(deps)).toEqual({ files: [], intents: 0 });
});

test("a put that was undone can no longer be committed", async () => {
  const { deps } = await shareTestServer();
  const intent = await beginPut(deps, KEYS);
  await recoverIntents(deps);

  await expect(transaction(deps.db, (trx) => endPut(trx, intent))).rejects.toThrow(PutUndoneError);
});

test("a put that was committed is not undone", async () => {
  const { deps } = await shareTestServer();
  const intent = await beginPut(deps, KEYS);
  for (const key of KEYS) await deps.storage.putBytes(key, Buffer.from("x"));
  await transaction(deps.db, (trx) => endPut(trx, intent));

  await recoverIntents(deps);

  expect(await leftOf(deps)).toEqual({ files: KEYS, intents: 0 });
});

test("undoing a picture that replaced another removes its row too", async () => {
  const { deps, seed } = await shareTestServer();
  const photo = await seed.photo({ internal_id: "abc" });
  const row = { photo_id: photo.id, width: 1, height: 1, jpeg_bytes: 1, avif_bytes: null };
  await deps.db
    .insertInto("variant")
    .values([
      { ...row, size: "thumb" },
      { ...row, size: "medium" },
    ])
    .execute();
  await beginPut(deps, ["variants/ab/abc/thumb.jpg"]);

  await recoverIntents(deps);

  const sizes = await deps.db.selectFrom("variant").select("size").execute();
  expect(sizes).toEqual([{ size: "medium" }]);
});

test("a delete interrupted by a crash is finished", async () => {
  const { deps } = await shareTestServer();
  for (const key of KEYS) await deps.storage.putBytes(key, Buffer.from("x"));
  await transaction(deps.db, (trx) => recordDelete(trx, KEYS, deps.now()));

  await recoverIntents(deps);

  expect(await leftOf(deps)).toEqual({ files: [], intents: 0 });
});

test("files of deleted photos stay while a backup holds them, and go afterwards", async () => {
  const { deps, clock } = await startTestServer();
  for (const key of KEYS) await deps.storage.putBytes(key, Buffer.from("x"));
  const until = new Date(deps.now().getTime() + 60_000).toISOString();
  await deps.db.insertInto("setting").values({ key: HOLD_DELETES_SETTING, value: until }).execute();

  const ids = await transaction(deps.db, (trx) => recordDelete(trx, KEYS, deps.now()));
  await finishDeletes(deps, ids);
  const held = await leftOf(deps);
  clock.advanceMs(61_000);
  await recoverIntents(deps, new Date(0));

  expect(held).toEqual({ files: KEYS, intents: 1 });
  expect(await leftOf(deps)).toEqual({ files: [], intents: 0 });
});

test("a picture made again before its delete ran is kept", async () => {
  const { deps, seed } = await shareTestServer();
  const photo = await seed.photo({ internal_id: "abc" });
  const key = "variants/ab/abc/thumb.jpg";
  const ids = await transaction(deps.db, (trx) => recordDelete(trx, [key], deps.now()));
  await deps.storage.putBytes(key, Buffer.from("x"));
  await deps.db
    .insertInto("variant")
    .values({ photo_id: photo.id, size: "thumb", width: 1, height: 1, jpeg_bytes: 1, avif_bytes: null })
    .execute();

  await finishDeletes(deps, ids);

  expect(await leftOf(deps)).toEqual({ files: [key], intents: 0 });
});

test("a long list of deletes is finished completely", async () => {
  const { deps } = await shareTestServer();
  const keys = Array.from({ length: 12_000 }, (_, index) => `originals/ab/${String(index).padStart(6, "0")}.jpg`);
  const last = keys.at(-1) ?? "";
  await deps.storage.putBytes(last, Buffer.from("x"));

  const ids = await transaction(deps.db, (trx) => recordDelete(trx, keys, deps.now()));
  await finishDeletes(deps, ids);

  expect(ids).toHaveLength(3);
  expect(await leftOf(deps)).toEqual({ files: [], intents: 0 });
});

async function leftOf({ db, storage }: TestServer["deps"]): Promise<{ files: string[]; intents: number }> {
  const files = [];
  for await (const { key } of storage.list()) files.push(key);
  const intents = await db.selectFrom("storage_intent").select("id").execute();
  return { files, intents: intents.length };
}
