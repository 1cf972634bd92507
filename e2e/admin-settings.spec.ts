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
import { readShifts, recordShifts } from "./layout-shifts.ts";

const STATUS = "**/api/v1/admin/batch-processing/status";
const START = "**/batch-processing/start";
const RUNS = ["Generate Missing Variants", "Regenerate All Variants", "Thumbnails Only", "Medium Only"];

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
  await storage.getByRole("button", { name: "Download Everything" }).click();
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

test("each button starts its own kind of run, whose progress, end and refusal are shown", async ({ page }) => {
  const job = { state: "done", processed: 0, total: 26, failed: 0, started_at: new Date().toISOString() };
  await page.route(STATUS, (route) =>
    route.fulfill({
      json: {
        success: true,
        statistics: { total_photos: 26, estimated_missing_variants: 0, completion_percentage: 100 },
        recommendations: { should_run_batch: false, estimated_processing_time: "" },
        job,
      },
    }),
  );
  const asked: unknown[] = [];
  let total_photos = 0;
  await page.route(START, (route) => {
    asked.push(route.request().postDataJSON());
    if (total_photos > 0) job.state = "running";
    return route.fulfill({ status: 202, json: { success: true, message: "Batch processing started", total_photos } });
  });
  const main = page.getByRole("main");
  const button = (name: string) => page.getByRole("button", { name });
  // It may be loading already: two seconds after a start, the status is loaded again.
  const refresh = page.getByRole("button", { name: /^(Refresh|Loading\.\.\.)$/ });
  await page.goto("/admin/settings");

  await test.step("each button starts its own kind", async () => {
    for (const run of RUNS) {
      await button(run).click();
      await expect.poll(() => asked.length).toBe(RUNS.indexOf(run) + 1);
      await expect(button(run)).toBeEnabled();
    }
    expect(asked).toEqual([
      { missing_only: true },
      { force: true, missing_only: false },
      { size: "thumb" },
      { size: "medium" },
    ]);
    await expect(main.getByText("Processed 0 photos")).toBeVisible();
  });

  await test.step("a running batch shows its progress, and a second one cannot be started", async () => {
    total_photos = 26;
    await button("Generate Missing Variants").click();
    await expect(main.getByText("Batch processing started")).toBeVisible();
    await expect(page.getByText(/Running · 0 of 26 photos/)).toBeVisible();
    await expect(page.getByText("Processing...")).toBeVisible();
    for (const run of RUNS) await expect(button(run)).toBeDisabled();
    Object.assign(job, { processed: 8, failed: 1 });
    await expect(page.getByText(/Running · 8 of 26 photos · 1 failed/)).toBeVisible();
    await expect(page.getByRole("progressbar", { name: "Batch progress" })).toHaveAttribute("value", "8");
    expect(await main.getByText("Processed 26 photos").count()).toBe(0);
    Object.assign(job, { state: "done", processed: 26 });
    await expect(main.getByText("Processed 26 photos")).toBeVisible();
  });

  await test.step("a refused start shows the status and the reason", async () => {
    await page.route(START, (route) =>
      route.fulfill({ status: 409, json: { success: false, message: "A batch run is in progress." } }),
    );
    await button("Medium Only").click();
    await expect(main.getByRole("alert")).toContainText("HTTP 409: A batch run is in progress.");
  });

  await test.step("Refresh shows that it is loading, and a failure shows the status", async () => {
    const held = Promise.withResolvers<void>();
    await page.route(STATUS, async (route) => {
      await held.promise;
      await route.fulfill({ status: 403, json: { success: false, message: "Not now" } });
    });
    await refresh.click();
    await expect(button("Loading...")).toBeVisible();
    held.resolve();
    await expect(main.getByRole("alert")).toContainText("HTTP 403: Not now");
  });

  await test.step("while a run starts and its status loads, the focus stays where it is", async () => {
    await page.setViewportSize({ width: 390, height: 500 });
    await page.route("**/api/v1/admin/batch-processing/*", () => {});
    await button("Medium Only").click();
    await refresh.press("Enter");
    await expect(button("Loading...")).toBeFocused();
    for (const run of RUNS) await expect(button(run)).toBeDisabled();
  });
});

test("nothing moves while Settings and the sidebar load", async ({ page, site }) => {
  await site.photos(await site.album("Trees"), named("ash.jpg"));
  // The panel shows a finished run.
  await site.admin.call(startBatch, { body: {} });
  await expect.poll(async () => (await site.admin.call(getBatchStatus)).job?.state).toBe("done");
  await recordShifts(page);

  for (const path of ["batch-processing/status", "storage", "disk-use", "albums", "categories"]) {
    const late = `**/api/v1/admin/${path}`;
    const rest = Promise.withResolvers<void>();
    await page.route(late, async (route) => {
      await rest.promise;
      await route.continue();
    });
    await page.goto("/admin/settings", { waitUntil: "commit" });
    await expect(page.getByRole("link", { name: "Favorites" })).toBeVisible();
    if (!/albums|categories/.test(path))
      await expect(page.getByRole("heading", { name: "Settings", exact: true })).toBeVisible();
    rest.resolve();
    await expect(page.getByRole("link", { name: "Go to Categories" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Account" })).toBeVisible();
    await page.unroute(late);

    expect([path, await readShifts(page)]).toEqual([path, []]);
  }
});

test("every screen warns while the server's disk is almost full, and when the last backup is old", async ({
  page,
  site,
}) => {
  const writeToLibrary = (statement: string) => {
    const library = new DatabaseSync(join(site.dataDir, "vitrine.sqlite"), { timeout: 5_000 });
    library.exec(statement);
    library.close();
  };
  writeToLibrary("insert into setting (key, value) values ('last_backup_at', '2026-01-02T03:04:05.000Z')");
  await page.route("**/api/v1/admin/summary", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), disk: { level: "low", free_bytes: 1.24e9 } } });
  });
  await page.goto("/admin/albums");
  await expect(page.getByRole("alert").filter({ hasText: "The last good backup is from 2 Jan 2026" })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "disk" })).toHaveText(
    "The server's disk is almost full: 1.2 GB left. Delete photos and empty the trash to make space.",
  );
  await expect(page.getByRole("main")).toBeVisible();
  await expectAccessible(page);

  // The site is shared.
  writeToLibrary("delete from setting where key = 'last_backup_at'");
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
