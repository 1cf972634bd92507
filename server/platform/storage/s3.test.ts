import { afterEach, expect, test } from "vitest";
import { createAlbum } from "../../../contract/albums.ts";
import { updatePhoto } from "../../../contract/photos.ts";
import { type Fault, startFaultyProxy } from "../../../rig/faulty-proxy.ts";
import { startS3 } from "../../../rig/s3.ts";
import { startTestServer } from "../../../rig/server/start-test-server.ts";
import { ConfigError, readConfig } from "../../config.ts";
import { openStorage } from "./open-storage.ts";
import { StorageError } from "./storage-error.ts";

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** An S3 server behind a proxy that injects the chosen fault into each request. */
async function startFaultyS3() {
  const s3 = await startS3();
  const faults: Fault[] = [];
  const seen: string[] = [];
  const proxy = await startFaultyProxy(new URL(s3.endpoint), ({ method }) => {
    seen.push(`${method}`);
    return faults.shift() ?? "none";
  });
  const env = { ...s3.env, STORAGE_URL: s3.env.STORAGE_URL.replace(s3.endpoint, proxy.url) };
  const storage = openStorage(readConfig({ DATA_DIR: "/nowhere", ...env }));
  stops.push(s3.stop, proxy.stop, storage.close);
  return { storage, faults, seen, env };
}

test.each(["error", "reset"] as const)("two faults (%s) are retried, the third is reported", async (fault) => {
  const { storage, faults, seen } = await startFaultyS3();

  faults.push(fault, fault);
  await storage.putBytes("originals/ab/a.jpg", Buffer.from("bytes"));
  expect(await storage.read("originals/ab/a.jpg")).toEqual(Buffer.from("bytes"));

  seen.length = 0;
  faults.push(fault, fault, fault);
  await expect(storage.putBytes("originals/ab/b.jpg", Buffer.from("bytes"))).rejects.toBeInstanceOf(StorageError);
  expect(seen).toHaveLength(3);
  expect(await storage.read("originals/ab/b.jpg")).toBeUndefined();
});

test("a file changed in transit is never returned", async () => {
  const { storage, faults } = await startFaultyS3();
  await storage.putBytes("originals/ab/a.jpg", Buffer.from("bytes"));

  faults.push("corrupt");

  await expect(storage.read("originals/ab/a.jpg")).rejects.toBeInstanceOf(StorageError);
});

test("files that the server refuses to delete do not count as deleted", async () => {
  const { storage, faults } = await startFaultyS3();
  await storage.putBytes("originals/ab/a.jpg", Buffer.from("bytes"));

  faults.push("keep");

  await expect(storage.delete(["originals/ab/a.jpg"])).rejects.toBeInstanceOf(StorageError);
  await storage.delete(["originals/ab/a.jpg"]);
  expect(await storage.sizeOf("originals/ab/a.jpg")).toBeUndefined();
});

test("a wrong secret is refused without retries", async () => {
  const { env, seen } = await startFaultyS3();
  const storage = openStorage(readConfig({ DATA_DIR: "/nowhere", ...env, AWS_SECRET_ACCESS_KEY: "wrong" }));
  stops.push(storage.close);

  await expect(storage.putBytes("originals/ab/a.jpg", Buffer.from("x"))).rejects.toBeInstanceOf(StorageError);
  await expect(storage.check()).rejects.toBeInstanceOf(StorageError);
  expect(seen).toHaveLength(2);
});

test("a listing continues beyond one page", async () => {
  const { storage } = await startFaultyS3();
  const keys = Array.from({ length: 1_003 }, (_, index) => `variants/ab/${String(index).padStart(4, "0")}/thumb.jpg`);
  await Promise.all(keys.map((key) => storage.putBytes(key, Buffer.from("x"))));

  const listed: string[] = [];
  for await (const { key } of storage.list()) listed.push(key);

  expect(listed).toEqual(keys);
});

test("pictures are streamed from the bucket, or visitors redirected to it, only while they are public", async () => {
  const s3 = await startS3();
  stops.push(s3.stop);
  const { admin, visitor, seed } = await startTestServer({ ...s3.env, IMAGE_DELIVERY: "redirect" });
  const { album } = await admin.call(createAlbum, { body: { title: "Sea", category: "travel" } });
  const picture = await seed.picture({ album });
  const path = `/images/${picture.internal_id}/thumb-1.jpg`;

  const sent = await visitor.fetch(path, { redirect: "manual" });
  expect(sent.status).toBe(302);
  expect(sent.headers.get("cache-control")).toBe("no-store");
  const shown = await fetch(sent.headers.get("location") ?? "");
  expect(shown.status).toBe(200);
  expect(shown.headers.get("content-type")).toBe("image/jpeg");
  const head = await visitor.fetch(path, { method: "HEAD" });
  expect(head.headers.get("content-type")).toBe("image/jpeg");
  const page = await visitor.fetch("/");
  expect(page.headers.get("content-security-policy")).toContain(new URL(shown.url).origin);

  await admin.call(updatePhoto, { params: { id: picture.id }, body: { visibility: 1 } });
  expect((await visitor.fetch(path, { redirect: "manual" })).status).toBe(404);
});

test("wrong settings stop the start with a reason", () => {
  const keys = { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b" };
  expect(() => readConfig({ STORAGE_URL: "s3://bucket" })).toThrow(ConfigError);
  expect(() => readConfig({ ...keys, STORAGE_URL: "s3://?region=x" })).toThrow(/name a bucket/);
  expect(() => readConfig({ ...keys, STORAGE_URL: "s3://bucket?endpoint=ftp://x" })).toThrow(/endpoint/);
  expect(() => readConfig({ ...keys, STORAGE_URL: "s3://bucket", IMAGE_DELIVERY: "post" })).toThrow(/IMAGE_DELIVERY/);
  expect(readConfig({ ...keys, STORAGE_URL: "s3://bucket?region=eu-west-1" }).s3).toMatchObject({
    bucket: "bucket",
    endpoint: "https://s3.eu-west-1.amazonaws.com",
  });
});
