import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import type { Variant } from "../contract/limits.ts";
import { getBatchStatus, startBatch } from "../contract/pictures.ts";
import type { RunningSite } from "../rig/server.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, expectToFit, named, test } from "./admin-site.ts";

const STATUS = "**/api/v1/admin/batch-processing/status";
const RUNS = ["Generate Missing Variants", "Regenerate All Variants", "Thumbnails Only", "Medium Only"];

test("the settings explain themselves, and what is still to come", async ({ page }) => {
  await page.goto("/admin/settings");
  await expect(page.getByRole("heading", { name: "Settings", exact: true })).toBeVisible();
  await expect(page.getByText("Manage your application settings and perform maintenance tasks.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Image Processing" })).toBeVisible();
  await expect(page.getByRole("region", { name: "General Settings" })).toContainText(
    "Additional settings coming soon.",
  );
});

test("Processed N photos appears when the run has ended, also for none", async ({ page }) => {
  const status = (state: "running" | "done") => ({
    success: true,
    statistics: { total_photos: 26, estimated_missing_variants: 26, completion_percentage: 50 },
    recommendations: { should_run_batch: false, estimated_processing_time: "" },
    job: { state, processed: state === "done" ? 26 : 0, total: 26, failed: 0, started_at: new Date().toISOString() },
  });
  let state: "running" | "done" = "done";
  await page.route(STATUS, (route) => route.fulfill({ json: status(state) }));
  let total_photos = 26;
  await page.route("**/batch-processing/start", (route) => {
    if (total_photos > 0) state = "running";
    return route.fulfill({ status: 202, json: { success: true, message: "Batch processing started", total_photos } });
  });
  await page.goto("/admin/settings");
  await page.getByRole("button", { name: "Generate Missing Variants" }).click();
  await expect(page.getByRole("main").getByText("Batch processing started")).toBeVisible();
  await expect(page.getByText(/Running · 0 of 26/)).toBeVisible();
  expect(await page.getByRole("main").getByText("Processed 26 photos").count()).toBe(0);
  state = "done";
  await expect(page.getByRole("main").getByText("Processed 26 photos")).toBeVisible();

  total_photos = 0;
  await page.getByRole("button", { name: "Generate Missing Variants" }).click();
  await expect(page.getByRole("main").getByText("Processed 0 photos")).toBeVisible();
});

test("missing variants are counted and generated, and the count drops", async ({ page, site }) => {
  await site.photos(await site.album("Trees"), named("ash.jpg", "birch.jpg", "cedar.jpg", "damson.jpg"));
  await makeMissingVariants(site);
  await page.goto("/admin/settings");
  await expect(figure(page, "Missing Variants")).toHaveText("0");
  forgetVariants(site, "thumb");
  forgetVariants(site, "small");
  forgetVariants(site, "medium");
  await page.reload();
  await expect(figure(page, "Total Photos")).toHaveText("4");
  await expect(figure(page, "Missing Variants")).toHaveText("12");
  await expect(figure(page, "Complete")).toHaveText("40%");
  const bar = page.getByRole("progressbar", { name: "Complete" });
  await expect(bar).toHaveAttribute("aria-valuenow", "40");
  await expect(bar).toHaveAttribute("data-colour", "red");
  await expect(page.getByText("Batch Processing Recommended")).toBeVisible();
  await expect(page.getByText("Estimated processing time: less than a minute")).toBeVisible();

  await page.getByRole("button", { name: "Generate Missing Variants" }).click();
  await expect(page.getByRole("main").getByText("Batch processing started")).toBeVisible();
  await expect(page.getByRole("main").getByText("Processed 4 photos")).toBeVisible();
  await expect(figure(page, "Missing Variants")).toHaveText("0");
  await expect(figure(page, "Complete")).toHaveText("100%");
  await expect(bar).toHaveAttribute("data-colour", "green");
  await expect(page.getByText("Batch Processing Recommended")).toBeHidden();
  await expect(page.getByText(/Last run · 4 of 4 photos/)).toBeVisible();

  await page.getByRole("button", { name: "Thumbnails Only" }).click();
  await expect(page.getByRole("main").getByText("Nothing to do: no variants are missing")).toBeVisible();
});

test("disk use is listed by size, in total and per photo", async ({ page, site }) => {
  await site.photos(await site.album("Trees"), named("ash.jpg", "birch.jpg"));
  await makeMissingVariants(site);
  await page.goto("/admin/settings");
  const row = (name: string) => page.getByRole("table", { name: "Disk Use" }).getByRole("row", { name });
  const sizes = ["Uploaded files", "Thumb, 300 px", "Medium, 1200 px", "Large, 2400 px", "Extra large, 3840 px"];
  for (const name of [...sizes, "Everything"]) {
    await expect(row(name).getByRole("cell")).toHaveText(["2", /^[1-9]\d* kB$/, /^[1-9]\d* kB$/]);
  }
  await expect(row("Full size, made when a visitor asks for it").getByRole("cell")).toHaveText(["0", "0 kB", "–"]);
});

test("each button starts its own kind of run", async ({ page }) => {
  const asked: unknown[] = [];
  await page.route("**/batch-processing/start", (route) => {
    asked.push(route.request().postDataJSON());
    return route.continue();
  });
  await page.goto("/admin/settings");
  for (const run of RUNS) {
    await page.getByRole("button", { name: run }).click();
    await expect.poll(() => asked.length).toBe(RUNS.indexOf(run) + 1);
    await expect(page.getByRole("button", { name: run })).toBeEnabled();
  }
  expect(asked).toEqual([
    { missing_only: true },
    { force: true, missing_only: false },
    { size: "thumb" },
    { size: "medium" },
  ]);
});

test("a running batch shows its progress, and a second one cannot be started", async ({ page }) => {
  let processed = 3;
  await page.route(STATUS, async (route) => {
    const answer = await (await route.fetch()).json();
    const job = { state: "running", processed, total: 12, failed: 1, started_at: new Date().toISOString() };
    await route.fulfill({ json: { ...answer, job } });
  });
  await page.goto("/admin/settings");
  await expect(page.getByText(/Running · 3 of 12 photos · 1 failed/)).toBeVisible();
  await expect(page.getByText("Processing...")).toBeVisible();
  for (const run of RUNS) await expect(page.getByRole("button", { name: run })).toBeDisabled();
  processed = 8;
  await expect(page.getByText(/Running · 8 of 12 photos/)).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Batch progress" })).toHaveAttribute("value", "8");
});

test("a refused start shows the status and the reason", async ({ page }) => {
  await page.route("**/batch-processing/start", (route) =>
    route.fulfill({ status: 409, json: { success: false, message: "A batch run is in progress." } }),
  );
  await page.goto("/admin/settings");
  await page.getByRole("button", { name: "Medium Only" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("HTTP 409: A batch run is in progress.");
});

test("Refresh shows that it is loading, and a failure shows the status", async ({ page }) => {
  await page.goto("/admin/settings");
  await expect(figure(page, "Total Photos")).toHaveText("0");
  const answered = Promise.withResolvers<void>();
  await page.route(STATUS, async (route) => {
    await answered.promise;
    await route.fulfill({ status: 403, json: { success: false, message: "Not now" } });
  });
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("button", { name: "Loading..." })).toBeVisible();
  answered.resolve();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("HTTP 403: Not now");
});

test("while a run starts and its status loads, the focus stays where it is", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto("/admin/settings");
  await expect(figure(page, "Total Photos")).toHaveText("0");
  await page.route("**/api/v1/admin/batch-processing/*", () => {});
  await page.getByRole("button", { name: "Medium Only" }).click();
  await page.getByRole("button", { name: "Refresh" }).press("Enter");
  await expect(page.getByRole("button", { name: "Loading..." })).toBeFocused();
  for (const name of RUNS) await expect(page.getByRole("button", { name })).toBeDisabled();
});

test("photos that cannot be processed are listed with the reason", async ({ page, site }) => {
  await site.photos(await site.album("Trees"), named("ash.jpg", "birch.jpg"));
  await damageFirstOriginal(site);
  await page.goto("/admin/settings");
  await page.getByRole("button", { name: "Regenerate All Variants" }).click();
  await expect.poll(async () => (await site.admin.call(getBatchStatus)).job?.state, { timeout: 30_000 }).toBe("done");
  const failed = page.getByRole("region", { name: "Photos that could not be processed" }).getByRole("listitem");
  await expect(failed).toHaveCount(1);
  await expect(failed).toContainText(/\.jpg/);
  await expectAccessible(page);
});

test("the settings are accessible, and fit a phone", async ({ page, site }) => {
  await site.photos(await site.album("Trees"), named("ash.jpg"));
  forgetVariants(site, "thumb");
  await page.goto("/admin/settings");
  await expect(page.getByText("Batch Processing Recommended")).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page, 390);
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

test("storage and backup are shown, and everything can be downloaded", async ({ page, site }) => {
  await site.photos(await site.album("Trees"), named("ash.jpg", "birch.jpg"));
  await page.goto("/admin/settings");
  const section = page.getByRole("region", { name: "Storage and Backup" });
  await expect(section.getByText("No backup is set up")).toBeVisible();
  await expect(section.getByText(/^\d.* of \d.*$/)).toBeVisible();
  await expectAccessible(page);

  const download = page.waitForEvent("download");
  await section.getByRole("button", { name: "Download Everything" }).click();
  expect((await download).suggestedFilename()).toMatch(/^vitrine-.*\.zip$/);
});

test("a backup that is more than a week old is announced on every screen", async ({ page, site }) => {
  const writeToLibrary = (statement: string) => {
    const library = new DatabaseSync(join(site.dataDir, "vitrine.sqlite"), { timeout: 5_000 });
    library.exec(statement);
    library.close();
  };
  writeToLibrary("insert into setting (key, value) values ('last_backup_at', '2026-01-02T03:04:05.000Z')");
  await page.goto("/admin/albums");
  await expect(page.getByRole("alert").filter({ hasText: "The last good backup is from 2 Jan 2026" })).toBeVisible();

  // The site is shared.
  writeToLibrary("delete from setting where key = 'last_backup_at'");
});

test("the owner chooses when the trash is emptied, and the trash screen announces it", async ({ page }) => {
  await page.goto("/admin/settings");
  await page.getByRole("combobox", { name: "Delete photos in the trash" }).selectOption("After 30 days");
  await page.getByRole("button", { name: "Delete automatically" }).click();
  await expect(page.getByText("Photos are deleted after 30 days in the trash")).toBeVisible();

  await page.goto("/admin/trash");
  await expect(
    page.getByText(/Photos are permanently deleted 30 days after they were moved here, none before/),
  ).toBeVisible();
});
