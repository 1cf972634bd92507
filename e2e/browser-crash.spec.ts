import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { ADMIN_TOKEN_KEY } from "../contract/limits.ts";
import { createRoom } from "../contract/rooms.ts";
import { createWrittenPage } from "../contract/written-pages.ts";
import { ensureBrowser } from "../rig/browser.ts";
import { expect, named, test } from "./admin-site.ts";
import { openPage } from "./open-page.ts";

/** A browser that keeps its profile, less what it had not written to disk when it crashed. */
function browserWithProfile(baseURL: string, token: string) {
  const profile = mkdtempSync(join(tmpdir(), "vitrine-profile-"));
  const open = async () => {
    const args = ["--no-sandbox", "--disable-gpu"];
    const context = await chromium.launchPersistentContext(profile, { executablePath: ensureBrowser(), args, baseURL });
    const page = await context.newPage();
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [ADMIN_TOKEN_KEY, token] as const);
    return page;
  };
  const crash = async (page: Page) => {
    const closed = page.context().waitForEvent("close");
    const session = await page.context().newCDPSession(page);
    session.send("Browser.crash").catch(() => {});
    await closed;
  };
  return { open, crash, remove: () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }) };
}

/** What has been written besides local storage: a crash of the browser does not take it. */
const copied = (page: Page) =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === "unsaved")) return "";
    const result = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await result(indexedDB.open("unsaved"));
    const copies = await result(database.transaction("copies").objectStore("copies").getAll());
    database.close();
    return JSON.stringify(copies);
  });

test("what was typed a moment before the browser crashes is offered again", async ({ site, signedIn }) => {
  const [ash] = await site.photos(await site.album("Trees"), named("ash.jpg"));
  if (!ash) throw new Error("Not uploaded");
  const terms = { title: "For Ana", photo_ids: [ash.id], download: "none" as const, selection: true };
  const { room } = await site.admin.call(createRoom, { body: terms });
  const url = room.url ?? "";
  const browser = browserWithProfile(site.url, signedIn.token);
  try {
    await test.step("a caption", async () => {
      const caption = (page: Page) =>
        page.getByRole("complementary", { name: "Photo details" }).getByLabel("Caption", { exact: true });
      const page = await browser.open();
      await page.goto(`/admin?photo=${ash.id}`);
      await caption(page).fill("By the river");
      await expect.poll(() => copied(page)).toContain("By the river");
      await browser.crash(page);

      const next = await browser.open();
      await next.goto(`/admin?photo=${ash.id}`);
      const offered = caption(next).locator("..").getByRole("group", { name: "From an earlier visit" });
      await expect(offered).toContainText("By the river");
      await next.context().close();
    });

    await test.step("a page, of which at most two seconds are lost", async () => {
      const { page: written } = await site.admin.call(createWrittenPage, {
        body: { kind: "page", title: "About", blocks: [{ kind: "text", text: "Hello" }] },
      });
      const text = (page: Page) => page.frameLocator("iframe").getByRole("region", { name: /^Text/ });
      const page = await browser.open();
      // Nothing reaches the server.
      await page.route(`**/admin/pages/${written.id}`, (route) =>
        route.request().method() === "PUT" ? route.abort() : route.continue(),
      );
      await page.goto(`/admin/pages/${written.id}`);
      await text(page).click();
      await page.keyboard.type(" from the quay");
      await expect.poll(() => copied(page), { timeout: 2_000 }).toContain("Hello from the quay");
      await browser.crash(page);

      const next = await browser.open();
      await next.goto(`/admin/pages/${written.id}`);
      await next.getByRole("group", { name: "From an earlier visit" }).getByRole("button", { name: "Restore" }).click();
      await expect(text(next)).toContainText("Hello from the quay");
      await next.context().close();
    });

    await test.step("a heart in a room, without a connection", async () => {
      const page = await browser.open();
      await openPage(page, url);
      await page.route("**/picks/*", (route) => route.abort());
      await page.getByRole("button", { name: "Choose ash", exact: true }).click();
      await expect(page.getByText("Not sent yet: 1 heart")).toBeVisible();
      await expect.poll(() => copied(page)).toContain("picked");
      await browser.crash(page);

      const next = await browser.open();
      await openPage(next, url);
      const heart = next.getByRole("button", { name: "Choose ash", exact: true });
      await expect(heart).toHaveAttribute("aria-pressed", "true");
      await expect(next.locator("[data-room-bar]")).toContainText("1 chosen · Saved");
      await next.context().close();
    });
  } finally {
    browser.remove();
  }
});
