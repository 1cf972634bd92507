/// <reference path="./s3rver.d.ts" />
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import { type S3Env, s3Env } from "./s3-bucket.ts";

export type TestS3 = { endpoint: string; env: S3Env; stop(): Promise<void> };

/** A small S3 server that checks signatures, with one private bucket and the settings to use it. */
export async function startS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), "vitrine-s3-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: "vitrine" }],
  });
  const { store } = server;
  store.deleteObject = (bucket, key) => deleteFiles(FILES.map((file) => store.getResourcePath(bucket, key, file)));
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    env: s3Env(endpoint, "vitrine"),
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** What s3rver stores for one object. */
const FILES = ["object", "object.md5", "metadata.json"];

/**
 * s3rver's own delete also removes the folder once it is empty, together with any object that has just been stored there.
 * Empty folders may stay: S3 has no folders.
 */
async function deleteFiles(paths: string[]): Promise<void> {
  await Promise.all(paths.map((path) => rm(path, { force: true })));
}
