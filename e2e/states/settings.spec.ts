import { listAlbums } from "../../contract/albums.ts";
import { listAdminCategories } from "../../contract/categories.ts";
import { getBatchStatus, getDiskUse, startBatch } from "../../contract/pictures.ts";
import { getStorage } from "../../contract/storage.ts";
import { getVersion, listChanges } from "../../contract/updates.ts";
import { readShifts, recordShifts } from "../layout-shifts.ts";
import { expect, test } from "./admin.ts";
import { album, batchStatus, type Job } from "./library.ts";

const RUNS = ["Generate Missing Variants", "Regenerate All Variants", "Thumbnails Only", "Medium Only"];

const done = (): Job => ({ state: "done", processed: 0, total: 26, failed: 0, started_at: new Date().toISOString() });

test("each button starts its own kind of run, whose progress, end and refusal are shown", async ({ page, api }) => {
  const job = done();
  api.respond(getBatchStatus, () => batchStatus(26, job));
  let total_photos = 0;
  api.respond(startBatch, () => {
    if (total_photos > 0) job.state = "running";
    return { message: "Batch processing started", total_photos };
  });
  const asked = () => api.calls(startBatch).map(({ body }) => body);
  const main = page.getByRole("main");
  const button = (name: string) => page.getByRole("button", { name });
  // It may be loading already: two seconds after a start, the status is loaded again.
  const refresh = page.getByRole("button", { name: /^(Refresh|Loading\.\.\.)$/ });
  await page.goto("/admin/settings");

  await test.step("each button starts its own kind", async () => {
    for (const run of RUNS) {
      await button(run).click();
      await expect.poll(() => asked().length).toBe(RUNS.indexOf(run) + 1);
      await expect(button(run)).toBeEnabled();
    }
    expect(asked()).toEqual([
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
    api.fail(startBatch, { status: 409, message: "A batch run is in progress." });
    await button("Medium Only").click();
    await expect(main.getByRole("alert")).toContainText("HTTP 409: A batch run is in progress.");
  });

  await test.step("Refresh shows that it is loading, and a failure shows the status", async () => {
    const status = api.hold(getBatchStatus);
    api.fail(getBatchStatus, { status: 403, message: "Not now" });
    await refresh.click();
    await expect(button("Loading...")).toBeVisible();
    status.release();
    await expect(main.getByRole("alert")).toContainText("HTTP 403: Not now");
  });

  await test.step("while a run starts and its status loads, the focus stays where it is", async () => {
    await page.setViewportSize({ width: 390, height: 500 });
    api.hold(startBatch);
    api.hold(getBatchStatus);
    await button("Medium Only").click();
    await refresh.press("Enter");
    await expect(button("Loading...")).toBeFocused();
    for (const run of RUNS) await expect(button(run)).toBeDisabled();
  });
});

test("nothing moves while Settings and the sidebar load", async ({ page, api }) => {
  api.respond(getBatchStatus, batchStatus(26, done()));
  api.respond(listAlbums, { albums: [album("Trees")] });
  await recordShifts(page);

  for (const late of [getBatchStatus, getStorage, getDiskUse, listAlbums, listAdminCategories]) {
    const rest = api.hold(late);
    await page.goto("/admin/settings", { waitUntil: "commit" });
    await expect(page.getByRole("link", { name: "Favorites" })).toBeVisible();
    if (late !== listAlbums && late !== listAdminCategories)
      await expect(page.getByRole("heading", { name: "Settings", exact: true })).toBeVisible();
    rest.release();
    await expect(page.getByRole("link", { name: "Go to Categories" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Account" })).toBeVisible();

    expect([late.path, await readShifts(page)]).toEqual([late.path, []]);
  }
});

test("Settings names the version, leads to its changes, and says so when there is a newer one", async ({
  page,
  api,
}) => {
  const running = { version: "1.0.0", commit: "0123456789ab", newer: null, checked_at: "2026-11-19T10:00:00.000Z" };
  api.respond(getVersion, running);
  await page.goto("/admin/settings");
  const section = page.getByRole("region", { name: "Version" });
  await expect(section.getByText("This is Vitrine 1.0.0 (0123456789ab).")).toBeVisible();
  await expect(section.getByText(/^No newer version as of/)).toBeVisible();

  await test.step("a newer one, with a link to the page about it", async () => {
    const url = "https://example.com/releases/1.1.0";
    api.respond(getVersion, { ...running, newer: { version: "1.1.0", url } });
    await page.reload();
    await expect(section.getByText("Version 1.1.0 is available")).toBeVisible();
    await expect(section.getByRole("link", { name: "What is new in 1.1.0" })).toHaveAttribute("href", url);
    await expect(section.getByText(/^No newer version/)).toHaveCount(0);
  });

  await test.step("what has changed, and a failure with Retry", async () => {
    api.fail(listChanges, { status: 403, message: "Not now" });
    await section.getByRole("link", { name: "What has changed" }).click();
    await expect(page.getByText("The changes could not be loaded")).toBeVisible();
    api.respond(listChanges, { versions: [{ name: "1.0.0 - 2026-11-19", changes: ["`vitrine` has a version"] }] });
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { name: "1.0.0 - 2026-11-19" })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "vitrine has a version" })).toBeVisible();
  });
});
