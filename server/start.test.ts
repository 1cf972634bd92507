import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { startTestServer } from "../rig/server/start-test-server.ts";

test("a start that fails closes what it opened, so that the next one works", async () => {
  const first = await startTestServer();
  const { dataDir, databaseUrl = "" } = first.deps.config;
  await first.stop();
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = other.address() as AddressInfo;
  const library = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, STORAGE_URL: "" };

  const failed = startTestServer({ ...library, PORT: String(port) });
  await expect(failed).rejects.toThrow(/EADDRINUSE/);
  other.close();
  // On SQLite the folder is locked as long as anything of the failed start is open.
  const second = await startTestServer(library);

  expect((await second.visitor.fetch("/readyz")).status).toBe(200);
});
