import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import type { Variant } from "../contract/limits.ts";
import { getBatchStatus, startBatch } from "../contract/pictures.ts";
import { setTrashRetention } from "../contract/trash.ts";
import { changeVisitorData } from "../contract/visitor-data.ts";
import type { RunningSite } from "../rig/server.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, expectToFit, named, test } from "./admin-site.ts";

const STATUS = "**/api/v1/admin/batch-processing/status";

test("the settings show disk use, storage and backup, offer a download, and set when the trash is emptied", async ({
  page,
  site,
}) => {
  await site.photos(await site.album("Trees"), named("ash.jpg", "birch.jpg"));
  await makeMissingVariants(site);
  await page.goto("/admin/settings");
  await expect(page.getByRole("heading", { name: "Settings", exact: true })).toBeVisible();
  await expect(page.getByText("Manage your application settings and perform maintenance tasks.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Image Processing" })).toBeVisible();
  await expect(page.getByRole("region", { name: "General Settings" })).toContainText(
    "Additional settings coming soon.",
  );

  const row = (name: string) => page.getByRole("table", { name: "Disk Use" }).getByRole("row", { name });
  const sizes = ["Uploaded files", "Thumb, 300 px", "Medium, 1200 px", "Large, 2400 px", "Extra large, 3840 px"];
  for (const name of [...sizes, "Everything"]) {
    await expect(row(name).getByRole("cell")).toHaveText(["2", /^[1-9]\d* kB$/, /^[1-9]\d* kB$/]);
  }
  await expect(row("Full size, made when a visitor requests it").getByRole("cell")).toHaveText(["0", "0 kB", "–"]);

  const storage = page.getByRole("region", { name: "Storage and Backup" });
  await expect(storage.getByText("No backup is set up")).toBeVisible();
  await expect(storage.getByText(/^\d.* of \d.*$/)).toBeVisible();
  const download = page.waitForEvent("download");
  await storage.getByRole("button", { name: "Download everything" }).click();
  expect((await download).suggestedFilename()).toMatch(/^vitrine-.*\.zip$/);

  await page.getByRole("combobox", { name: "Delete photos in the trash" }).selectOption("After 30 days");
  await page.getByRole("button", { name: "Delete automatically" }).click();
  await expect(page.getByText("Photos are deleted after 30 days in the trash")).toBeVisible();
  await page.getByRole("link", { name: /^Trash/ }).click();
  await expect(
    page.getByText(/Photos are permanently deleted 30 days after they were moved here, none before/),
  ).toBeVisible();
  await page.getByRole("link", { name: "Settings" }).click();
  const visitorData = page.getByRole("region", { name: "Messages and Viewing Rooms" });
  await visitorData.getByLabel("Delete messages").selectOption("After 90 days");
  await page.getByRole("button", { name: "Delete automatically" }).click();
  await expect(page.getByText("Messages are deleted 90 days after they arrived")).toBeVisible();
  await visitorData.getByLabel("Delete viewing rooms that have ended").selectOption("After 365 days");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(visitorData.getByLabel("Delete viewing rooms that have ended")).toHaveValue("0");
  await expect(visitorData.getByLabel("Delete messages")).toHaveValue("90");
  await expectAccessible(page);
  // The site is shared.
  await site.admin.call(setTrashRetention, { body: { days: 0 } });
  await site.admin.call(changeVisitorData, { body: { messages: 0 } });
});

test("missing variants are counted and generated, and photos that cannot be processed are listed", async ({
  page,
  site,
}) => {
  await site.photos(await site.album("Trees"), named("ash.jpg", "birch.jpg", "cedar.jpg", "damson.jpg"));
  await makeMissingVariants(site);
  await page.goto("/admin/settings");
  await expect(figure(page, "Missing Variants")).toHaveText("0");
  const main = page.getByRole("main");
  const bar = page.getByRole("progressbar", { name: "Complete" });
  const refresh = page.getByRole("button", { name: "Refresh" });

  await test.step("they are counted", async () => {
    forgetVariants(site, "thumb");
    forgetVariants(site, "small");
    forgetVariants(site, "medium");
    await refresh.click();
    await expect(figure(page, "Total Photos")).toHaveText("4");
    await expect(figure(page, "Missing Variants")).toHaveText("12");
    await expect(figure(page, "Complete")).toHaveText("40%");
    await expect(bar).toHaveAttribute("aria-valuenow", "40");
    await expect(bar).toHaveAttribute("data-colour", "red");
    await expect(page.getByText("Batch Processing Recommended")).toBeVisible();
    await expect(page.getByText("Estimated processing time: less than a minute")).toBeVisible();
  });

  await test.step("Refresh shows Loading... also while the missing sizes are counted again by themselves", async () => {
    const counted = Promise.withResolvers<void>();
    await page.route(STATUS, async (route) => {
      await counted.promise;
      await route.continue();
    });
    await refresh.click();
    await expect(page.getByRole("button", { name: "Loading..." })).toBeVisible();
    counted.resolve();
    await expect(refresh).toBeVisible();
    await page.unroute(STATUS);
  });

  await test.step("with forced colours the share that is complete can still be seen", async () => {
    await page.emulateMedia({ forcedColors: "active" });
    const [track, filled] = await bar.evaluate((element) =>
      [element, element.firstElementChild ?? element].map((each) => getComputedStyle(each).backgroundColor),
    );
    expect(filled).not.toBe(track);
    await page.emulateMedia({ forcedColors: "none" });
  });

  await test.step("a run generates them", async () => {
    await page.getByRole("button", { name: "Generate Missing Variants" }).click();
    await expect(main.getByText("Batch processing started")).toBeVisible();
    await expect(main.getByText("Processed 4 photos")).toBeVisible();
    await expect(figure(page, "Missing Variants")).toHaveText("0");
    await expect(figure(page, "Complete")).toHaveText("100%");
    await expect(bar).toHaveAttribute("data-colour", "green");
    await expect(page.getByText("Batch Processing Recommended")).toBeHidden();
    await expect(page.getByText(/Last run · 4 of 4 photos/)).toBeVisible();
    await page.getByRole("button", { name: "Thumbnails Only" }).click();
    await expect(main.getByText("Nothing to do: no variants are missing")).toBeVisible();
  });

  await test.step("a photo that cannot be processed is listed, and the focus stays on the screen", async () => {
    await damageFirstOriginal(site);
    await page.getByRole("button", { name: "Regenerate All Variants" }).focus();
    await page.keyboard.press("Enter");
    await expect(main.getByText("Processed 4 photos")).toBeVisible();
    await expect(main.locator(":focus")).toBeVisible();
    const failed = page.getByRole("region", { name: "Photos that could not be processed" }).getByRole("listitem");
    await expect(failed).toHaveCount(1);
    await expect(failed).toContainText(/\.jpg/);
  });

  await test.step("all of it is accessible, and fits a phone", async () => {
    forgetVariants(site, "thumb");
    await refresh.click();
    await expect(page.getByText("Batch Processing Recommended")).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page, 390);
  });
});

const figure = (page: Page, name: string) => page.locator("dl > div").filter({ hasText: name }).locator("dd");

/** As the background does, which is off in these tests. */
async function makeMissingVariants({ admin }: RunningSite) {
  await admin.call(startBatch, { body: { missing_only: true } });
  await expect.poll(async () => (await admin.call(getBatchStatus)).job?.state).toBe("done");
  expect((await admin.call(getBatchStatus)).statistics.estimated_missing_variants).toBe(0);
}

/** As after restoring a backup without variants. */
function forgetVariants({ dataDir }: RunningSite, size: Variant) {
  const database = new DatabaseSync(join(dataDir, "vitrine.sqlite"), { timeout: 5_000 });
  database.prepare("delete from variant where size = ?").run(size);
  database.close();
}

async function damageFirstOriginal({ dataDir }: RunningSite) {
  const storage = join(dataDir, "storage");
  const files = await readdir(storage, { recursive: true });
  const original = files.filter((path) => path.startsWith("originals") && path.endsWith(".jpg")).sort()[0];
  if (!original) throw new Error("No original is stored");
  await writeFile(join(storage, original), "this is not a picture");
}
