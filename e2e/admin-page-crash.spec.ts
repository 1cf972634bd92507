import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { ADMIN_TOKEN_KEY } from "../contract/limits.ts";
import { createWrittenPage, getWrittenPage } from "../contract/written-pages.ts";
import { freePort } from "../rig/free-port.ts";
import { startServerProcess } from "../rig/server-process.ts";

/** What typing of the last two seconds can be, at the pace of this test. */
const LOST_MS = 2_000;
const LETTER_MS = 100;

test("a server that is killed while the owner types loses at most two seconds, and gets them afterwards", async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-crash-"));
  const env = { PORT: String(await freePort()), HOST: "127.0.0.1" };
  let server = await startServerProcess(folder, env);
  try {
    const body = { kind: "page" as const, title: "About", blocks: [{ kind: "text" as const, text: "-" }] };
    const { id } = (await server.admin.call(createWrittenPage, { body })).page;
    const stored = async () => {
      const [block] = (await server.admin.call(getWrittenPage, { params: { id } })).page.blocks;
      return block?.kind === "text" ? block.text : "";
    };
    const token = server.admin.token ?? "";
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [ADMIN_TOKEN_KEY, token] as const);
    await page.goto(`${server.url}/admin/pages/${id}`);
    const block = page.frameLocator("iframe").getByRole("region", { name: /^Text/ });
    await block.click();
    // Without a pause that would be a good time to save.
    const letters = "Light, stone and water, before breakfast, when nobody is about.";
    const typedAt: number[] = [];
    for (const letter of letters) {
      await page.keyboard.type(letter, { delay: LETTER_MS });
      typedAt.push(performance.now());
    }
    const killedAt = performance.now();
    await server.stop("SIGKILL");
    await page.keyboard.type(" And after.");
    await expect(page.getByRole("group", { name: "Not saved" })).toBeVisible();

    server = await startServerProcess(folder, env);
    const safe = typedAt.filter((at) => killedAt - at > LOST_MS).length;
    expect(safe).toBeGreaterThan(20);
    expect((await stored()).slice(1).length).toBeGreaterThanOrEqual(safe);

    await expect(block).toContainText(`-${letters} And after.`);
    await page.getByRole("button", { name: /^(Save|Retry)$/ }).click();
    await expect.poll(stored).toBe(`-${letters} And after.`);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
