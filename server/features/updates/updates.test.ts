import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { getVersion } from "../../../contract/updates.ts";
import { shareTestServer } from "../../../rig/server/start-test-server.ts";

test("the owner learns which version runs", async () => {
  const { admin } = await shareTestServer();
  const { version } = JSON.parse(await readFile("package.json", "utf8"));

  const running = await admin.call(getVersion);

  expect(running.version).toBe(version);
  // The tests may run in a copy without its history.
  expect(running.commit ?? "0".repeat(12)).toMatch(/^[0-9a-f]{12}$/);
});
