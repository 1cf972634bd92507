import { mkdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Page, Route } from "@playwright/test";
import { listAlbumPhotos } from "../contract/albums.ts";
import { UPLOAD_SUCCESS_DELAY_MS } from "../contract/limits.ts";
import { listPhotos } from "../contract/photos.ts";
import type { UploadError } from "../contract/uploads.ts";
import type { RunningSite } from "../rig/server.ts";
import { beginUpload, locationOf, sendBytes } from "../rig/tus.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, expectToFit, message, named, pictureFile, test, titles } from "./admin-site.ts";

/** What a screen reader says last, in the dialog: it hears nothing from behind it. */
const announced = (page: Page) =>
  dialog(page).getByRole("log", { name: "Announcements", exact: true }).locator("p").last();

const UPLOADS = "**/api/v1/admin/uploads";

test("several files upload in parallel, with progress, in name order, and the dialog closes on its own", async ({
  page,
  site,
}) => {
  await openDialog(page, site);

  await test.step("a file chooser that is closed without a choice leaves the dialog open", async () => {
    // Headless Chromium closes its file chooser right away, since nothing handles it.
    const closed = page.evaluate(
      () => new Promise<void>((resolve) => document.addEventListener("cancel", () => resolve(), { once: true })),
    );
    await dialog(page).getByRole("button", { name: "Choose photos" }).click();
    await closed;
    await expect(dialog(page).getByRole("button", { name: "Choose photos" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await reopenDialog(page);
  });

  await expect(dialog(page)).toContainText("Maximum 10MB per file");
  const held = await holdUploads(page);
  const names = ["frame 10.jpg", "frame 9.jpg", "frame 2.jpg", "frame 1.jpg", "frame 30.jpg"];
  await choose(page, await Promise.all(names.map(pictureFile)));

  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).nth(0)).toContainText("frame 1.jpg");
  // Three are being sent, two wait.
  await expect.poll(() => held.length).toBe(3);
  await expect(rows(page).filter({ hasText: "Waiting" })).toHaveCount(2);
  await expect(page.getByRole("progressbar", { name: "All files" })).toBeVisible();
  await expect(dialog(page).getByRole("status")).toContainText("0 of 5 photos uploaded");
  await expect(announced(page)).toHaveText("Upload 0% done");
  const shownMs = successShownMs(page, "5 photos uploaded");
  // The third overtakes the others. URLs of uploads sort by when they began.
  await held.toSorted((a, b) => (a.request().url() < b.request().url() ? -1 : 1))[2]?.continue();
  await expect(rows(page).filter({ hasText: "frame 9.jpg" })).toContainText("Uploaded");
  await held.release();

  await expect(dialog(page).getByRole("status")).toHaveText("5 photos uploaded");
  expect(await shownMs).toBeGreaterThan(UPLOAD_SUCCESS_DELAY_MS - 50);
  await expect(page.getByText("Portraits Album • 5 photos")).toBeVisible();
  const inOrder = ["frame 1", "frame 2", "frame 9", "frame 10", "frame 30"];
  await expect.poll(() => storedTitles(site)).toEqual(inOrder);
  await expect.poll(() => titles(page)).toBe(inOrder.join(" "));
});

test("a row shows how much of its file has been sent, and an upload that a reload interrupts continues there", async ({
  page,
  site,
}, { outputDir }) => {
  await openDialog(page, site);
  const { buffer } = await pictureFile("long.jpg");
  const bytes = Buffer.concat([buffer, Buffer.alloc(2_000_000)]);
  await saveFile(outputDir, "long.jpg", bytes);
  const chooseAgain = () =>
    page.getByLabel("Choose photos").and(page.locator("input")).setInputFiles(join(outputDir, "long.jpg"));
  const session = await page.context().newCDPSession(page);
  const throttle = (uploadThroughput: number) =>
    session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await session.send("Network.enable");
  await throttle(400_000);
  await chooseAgain();
  const shares = new Set<string>();
  await expect
    .poll(
      async () => {
        const share = /(\d+)% sent/.exec((await rows(page).first().textContent()) ?? "")?.[1];
        if (share && share !== "0") shares.add(share);
        return shares.size;
      },
      { intervals: [50] },
    )
    .toBeGreaterThan(2);
  await expect(rows(page).getByRole("progressbar")).toHaveAttribute("value", /[1-9]/);
  await page.reload();
  await throttle(-1);

  await page.getByRole("button", { name: "Upload Photos" }).click();
  const continued = page.waitForRequest((request) => request.method() === "PATCH");
  await chooseAgain();
  expect(Number((await continued).headers()["upload-offset"])).toBeGreaterThan(0);
  await expect(dialog(page).getByRole("status")).toHaveText("1 photo uploaded");
  expect((await stored(site)).map(({ filesize }) => filesize)).toEqual([bytes.length]);

  await test.step("so does one that was cancelled before its turn came", async () => {
    const { location, half } = await beginHalf(site, page, join(outputDir, "late.jpg"));
    await page.reload();
    await expect(page.getByText("1 file has not arrived in full.")).toBeVisible();
    await reopenDialog(page);
    const begun = Promise.withResolvers<void>();
    await page.route(UPLOADS, async (route) => {
      await begun.promise;
      await route.continue();
    });
    await saveFile(outputDir, "a.jpg", (await pictureFile("a.jpg")).buffer);
    const input = page.getByLabel("Choose photos").and(page.locator("input"));
    await input.setInputFiles(["a.jpg", "late.jpg"].map((name) => join(outputDir, name)));
    await page.getByRole("button", { name: "Cancel late.jpg" }).click();
    await expect(rows(page).filter({ hasText: "late.jpg" })).toContainText("Cancelled");
    begun.resolve();
    await expect(rows(page).filter({ hasText: "a.jpg" })).toContainText("Uploaded");
    const continued = page.waitForRequest((request) => request.method() === "PATCH");
    await input.setInputFiles(join(outputDir, "late.jpg"));
    expect((await continued).headers()["upload-offset"]).toBe(String(half));
    expect(new URL((await continued).url()).pathname).toBe(location);
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByText("has not arrived in full")).toBeHidden();
    expect(await storedTitles(site)).toEqual(["long", "late", "a"]);
  });
  // The next test has the same browser window.
  await session.detach();
});

test("files that are refused, fail or are cancelled say why, and the others are stored", async ({ page, site }) => {
  await openDialog(page, site);

  await test.step("files that cannot be accepted are refused before a byte is sent", async () => {
    let sent = 0;
    await page.route(UPLOADS, (route) => {
      if (route.request().method() === "POST") sent += 1;
      return route.continue();
    });
    await choose(page, [
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") },
      { name: "nothing.png", mimeType: "image/png", buffer: Buffer.alloc(0) },
    ]);
    await expect(rows(page).filter({ hasText: "notes.txt" })).toContainText(
      "This is not a JPEG, PNG, GIF or WebP picture.",
    );
    await expect(rows(page).filter({ hasText: "nothing.png" })).toContainText("This file is empty.");
    await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
    expect(sent).toBe(0);
    await page.unroute(UPLOADS);
    await closeDialog(page);
  });

  await test.step("a damaged file is refused with advice, and the other is stored", async () => {
    await reopenDialog(page);
    await choose(page, [
      await pictureFile("good.jpg"),
      { name: "damaged.jpg", mimeType: "image/jpeg", buffer: Buffer.from("ffd8ffe000104a46494600", "hex") },
    ]);
    await expect(rows(page).filter({ hasText: "good.jpg" })).toContainText("Uploaded");
    const damaged = rows(page).filter({ hasText: "damaged.jpg" });
    await expect(damaged).toContainText("The file was not accepted");
    await damaged.getByText("Details").click();
    await expect(damaged).toContainText("UPLOAD_ERROR");
    await expect(damaged).toContainText("CORRUPT_IMAGE");
    await expect(dialog(page).getByRole("status")).toHaveText("1 photo uploaded · 1 photo not uploaded");
    await expect(announced(page)).toHaveText("Upload finished: 1 photo uploaded · 1 photo not uploaded");
    // With something to read, the dialog stays open.
    await closeDialog(page);
    expect(await storedTitles(site)).toEqual(["good"]);
  });

  await test.step("a server fault is shown with its icon, details and a suggestion", async () => {
    await reopenDialog(page);
    const error: UploadError = {
      file_name: "photo.jpg",
      error: "It did not work out",
      error_type: "VARIANT_GENERATION_ERROR",
      error_details: {
        operation: "write the file",
        target_directory: "originals/ab",
        missing_variants: ["thumb", "medium"],
        permission_check: { storage: true, level1: false, parent: true },
        suggestion: "Do this and that",
      },
    };
    await page.route(UPLOADS, (route) =>
      route.request().method() === "POST"
        ? route.fulfill({
            status: 422,
            json: { success: false, message: "", photos: [], failed_uploads: [error], duplicates: [] },
          })
        : route.continue(),
    );
    await choose(page, [await pictureFile("photo.jpg")]);
    const row = rows(page).first();
    await expect(row).toContainText("It did not work out");
    await expect(row).toContainText("Do this and that");
    await expect(row.locator("svg").first()).toBeVisible();
    await row.getByText("Details").click();
    for (const detail of [error.error_type, "write the file", "originals/ab", "thumb, medium", "not writable"]) {
      await expect(row).toContainText(detail);
    }
    // Once the server works again, the same row succeeds.
    await page.unroute(UPLOADS);
    await row.getByRole("button", { name: "Retry" }).click();
    await expect(row).toContainText("Uploaded");
    await expect(dialog(page)).toBeHidden();
    expect(await storedTitles(site)).toEqual(["good", "photo"]);
  });

  await test.step("one file can be cancelled, or all remaining ones", async () => {
    await reopenDialog(page);
    const held = await holdUploads(page);
    await choose(page, await Promise.all(["a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg"].map(pictureFile)));
    await expect.poll(() => held.length).toBe(3);
    await page.getByRole("button", { name: "Cancel a.jpg" }).click();
    await expect(rows(page).filter({ hasText: "a.jpg" })).toContainText("Cancelled");
    await page.getByRole("button", { name: "Cancel upload" }).click();
    await expect(rows(page).filter({ hasText: "Cancelled" })).toHaveCount(5);
    await held.release();
    expect(await storedTitles(site)).toEqual(["good", "photo"]);
    await closeDialog(page);
  });

  await test.step("a lost connection is reported as such, and Retry all sends what failed", async () => {
    await reopenDialog(page);
    let begun = 0;
    await page.route(UPLOADS, (route) =>
      // Of the second file, the server hears nothing.
      route.request().method() === "POST" && ++begun > 1 ? route.abort("connectionreset") : route.continue(),
    );
    await page.route(`${UPLOADS}/*`, async (route) => {
      if (route.request().url().endsWith("/duplicates")) return route.continue();
      // The first arrives, but the response is lost, and so is every question about it.
      if (route.request().method() === "PATCH") await route.fetch();
      await route.abort("connectionreset");
    });
    await choose(page, [await pictureFile("one.jpg"), await pictureFile("two.jpg")]);
    await expect(rows(page).filter({ hasText: "The connection was lost" })).toHaveCount(2);
    await rows(page).first().getByText("Details").click();
    await expect(rows(page).first()).toContainText("NETWORK_ERROR");
    await expect.poll(() => storedTitles(site)).toEqual(["good", "photo", "one"]);
    await page.unroute(UPLOADS);
    await page.unroute(`${UPLOADS}/*`);
    await page.getByRole("button", { name: "Retry all" }).click();
    await expect(dialog(page).getByRole("status")).toHaveText("2 photos uploaded");
    await expect(dialog(page)).toBeHidden();
    expect(await storedTitles(site)).toEqual(["good", "photo", "one", "two"]);
  });
});

test("files already in the library are pointed out, and the owner decides", async ({ page, site }) => {
  const album = await openDialog(page, site);
  await site.photos(album, named("old.jpg", "older.jpg"));
  const [old, older, fresh] = await Promise.all(["old.jpg", "older.jpg", "new.jpg"].map(pictureFile));
  if (!old || !older || !fresh) throw new Error("Not drawn");
  await choose(page, [{ ...old, name: "copy of old.jpg" }, older, fresh, { ...fresh, name: "twin.jpg" }]);

  const copy = rows(page).filter({ hasText: "copy of old.jpg" });
  await expect(copy).toContainText("The same file as “old”.");
  await expect(rows(page).filter({ hasText: /^new\.jpg/ })).toContainText("Uploaded");
  await expect(rows(page).filter({ hasText: "twin.jpg" })).toContainText("The same file as “new.jpg”.");
  await expect(dialog(page).getByRole("status")).toHaveText("1 photo uploaded · 3 duplicates to decide on");
  await expect(copy).toContainText("It is in this album.");
  await expect(copy.getByRole("button", { name: /Add the existing/ })).toHaveCount(0);
  await copy.getByRole("button", { name: "Upload anyway" }).click();
  await expect(copy).toContainText("Uploaded");
  for (const name of ["older.jpg", "twin.jpg"]) {
    await rows(page).filter({ hasText: name }).getByRole("button", { name: "Skip" }).click();
  }
  await expect(dialog(page)).toBeHidden();
  expect((await storedTitles(site)).sort()).toEqual(["copy of old", "new", "old", "older"]);

  await test.step("a photo of another album can be added to this one instead", async () => {
    const elsewhere = await site.album("Elsewhere");
    const [photo] = await site.photos(elsewhere, named("guest.jpg"));
    await reopenDialog(page);
    await choose(page, [await pictureFile("guest.jpg"), old]);
    await rows(page).filter({ hasText: "old.jpg" }).getByRole("button", { name: "Skip" }).click();
    await page.getByRole("button", { name: "Add the existing photo here: guest.jpg" }).click();
    await expect(rows(page).filter({ hasText: "guest.jpg" })).toContainText("Added from the library");
    await expect(dialog(page).getByRole("status")).toHaveText("1 photo added from the library · 1 duplicate skipped");
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByText("portraits Album • 5 photos")).toBeVisible();
    expect((await stored(site)).find(({ id }) => id === photo?.id)?.album_ids).toEqual([elsewhere.id, album.id]);
  });

  await test.step("the dialog is accessible, and fits a phone", async () => {
    await reopenDialog(page);
    await choose(page, [
      old,
      await pictureFile("newer.jpg"),
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") },
    ]);
    await expect(rows(page).filter({ hasText: "newer.jpg" })).toContainText("Uploaded");
    await expect(rows(page).filter({ hasText: "old.jpg" })).toContainText("The same file");
    await expectAccessible(page);
    await expectToFit(page, 390);
  });
});

test("without https a copy is pointed out as well; where the server cannot be asked first, it can go to the trash", async ({
  page,
  site,
}) => {
  await page.addInitScript(() => Object.defineProperty(window, "isSecureContext", { value: false }));
  const album = await openDialog(page, site);
  await site.photos(album, named("old.jpg"));
  await choose(page, [await pictureFile("old.jpg")]);
  await expect(rows(page).first()).toContainText("The same file as “old”.");
  await rows(page).getByRole("button", { name: "Skip" }).click();
  await expect(dialog(page).getByRole("status")).toContainText("1 duplicate skipped");
  expect(await storedTitles(site)).toEqual(["old"]);

  await page.route("**/uploads/duplicates", (route) => route.abort());
  await choose(page, [await pictureFile("old.jpg")]);
  await expect(rows(page).first()).toContainText("This exact file is already in your library.");
  await page.getByRole("button", { name: "Move this copy to trash" }).click();
  await expect.poll(async () => (await stored(site)).length).toBe(1);
  const { photos } = await site.admin.call(listPhotos, { query: { deleted: "1" } });
  expect(photos).toHaveLength(1);
});

test("files and folders are uploaded with their contents, dropped anywhere on the album or chosen", async ({
  page,
  site,
}, { outputDir }) => {
  await site.album("Harbour");
  await page.goto("/admin/album/harbour");
  await expect(page.getByRole("heading", { name: "No photos in this album yet" })).toBeVisible();
  const skipped = "1 file in the folder skipped: not JPEG, PNG, GIF or WebP.";

  await test.step("a dropped file", async () => {
    const file = await pictureFile("dropped.jpg");
    const files = await page.evaluateHandle(
      (bytes) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(bytes)], "dropped.jpg", { type: "image/jpeg" }));
        return transfer;
      },
      [...file.buffer],
    );
    const anywhere = page.getByRole("heading", { name: "Harbour" });
    await anywhere.dispatchEvent("dragenter", { dataTransfer: files });
    await expect(page.getByText("Drop to upload to Harbour")).toBeVisible();
    await anywhere.dispatchEvent("drop", { dataTransfer: files });
    await expect(dialog(page).getByRole("status")).toHaveText("1 photo uploaded");
    expect(await storedTitles(site)).toEqual(["dropped"]);
    await expect(dialog(page)).toBeHidden();
  });

  await test.step("a folder and a file dropped together", async () => {
    await saveFile(outputDir, "zoom.jpg", (await pictureFile("zoom.jpg")).buffer);
    const session = await page.context().newCDPSession(page);
    // As the desktop does: no script can make the browser read a folder.
    const paths = [await saveShoot(outputDir, "one.jpg", "two.jpg"), join(outputDir, "zoom.jpg")];
    const data = { items: [], files: paths, dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const) {
      await session.send("Input.dispatchDragEvent", { type, x: 700, y: 400, data });
    }
    await session.detach();
    await expect(dialog(page)).toContainText(skipped);
    await expect(dialog(page).getByRole("status")).toHaveText("3 photos uploaded");
    await expect.poll(() => storedTitles(site)).toEqual(["dropped", "one", "two", "zoom"]);
    await expect(dialog(page)).toBeHidden();
  });

  await test.step("a chosen folder: files that are not pictures are counted, not refused", async () => {
    await reopenDialog(page);
    const folder = await saveShoot(join(outputDir, "second"), "three.jpg", "four.jpg");
    await page.getByLabel("Choose a folder").and(page.locator("input")).setInputFiles(folder);
    await expect(rows(page)).toHaveCount(2);
    await expect(dialog(page)).toContainText(skipped);
    await expect(dialog(page).getByRole("status")).toHaveText("2 photos uploaded");
  });

  await test.step("files dropped between photos go there, and Undo leaves them at the end", async () => {
    await expect(dialog(page)).toBeHidden();
    for (const name of ["left.jpg", "right.jpg"]) await saveFile(outputDir, name, (await pictureFile(name)).buffer);
    const session = await page.context().newCDPSession(page);
    const data = {
      items: [],
      files: ["left.jpg", "right.jpg"].map((name) => join(outputDir, name)),
      dragOperationsMask: 1,
    };
    const box = await page.getByRole("option", { name: /^dropped/ }).boundingBox();
    const point = { x: (box?.x ?? 0) + (box?.width ?? 0) - 20, y: (box?.y ?? 0) + 40 };
    await session.send("Input.dispatchDragEvent", { type: "dragEnter", ...point, data });
    await session.send("Input.dispatchDragEvent", { type: "dragOver", ...point, data });
    await expect(page.getByText("Drop to upload here, into Harbour")).toBeVisible();
    await session.send("Input.dispatchDragEvent", { type: "drop", ...point, data });
    await session.detach();
    const before = ["one", "two", "zoom"];
    const placed = async () => (await storedTitles(site)).slice(0, 6);
    await expect.poll(placed).toEqual(["dropped", "left", "right", ...before]);
    await expect(dialog(page)).toBeHidden();
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(async () => (await storedTitles(site)).slice(-2)).toEqual(["left", "right"]);
  });
});

test("an upload goes on in the background, in sight on every screen, with failures first", async ({ page, site }) => {
  await site.album("Harbour");
  await page.goto("/admin/album/harbour");
  await page.getByRole("button", { name: "Upload Photos" }).click();
  const held = await holdUploads(page);
  const notes = { name: "z-notes.txt", mimeType: "text/plain", buffer: Buffer.of(65) };
  await choose(page, [await pictureFile("slow.jpg"), notes]);
  await expect(rows(page).first()).toContainText("z-notes.txt");
  await expect(rows(page).last()).toContainText("sent");

  await page.getByRole("button", { name: "Continue in background" }).click();
  await expect(dialog(page)).toBeHidden();
  await page
    .getByRole("navigation")
    .getByRole("link", { name: /^Favorites/ })
    .click();
  const status = page.getByRole("region", { name: "Uploads" });
  await expect(status).toContainText("Harbour: 1 photo not uploaded · 0 of 1 photo uploaded");
  await expect(status.getByRole("progressbar")).toBeVisible();
  await expectAccessible(page);

  await held.release();
  await expect(status).toHaveText(/^Harbour: 1 photo not uploaded\s*Show$/);
  await status.getByRole("button", { name: "Show" }).click();
  await expect(rows(page).first()).toContainText("z-notes.txt");
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  await expect(status).toBeHidden();

  const again = await holdUploads(page);
  await page.getByRole("button", { name: "Upload Photos" }).click();
  await choose(page, [await pictureFile("quick.jpg")]);
  await expect(rows(page).first()).toContainText("sent");
  await page.keyboard.press("Escape");
  await again.release();
  await expect(message(page, "1 photo uploaded to Harbour")).toBeVisible();
  await expect(status).toBeHidden();
  expect(await stored(site)).toHaveLength(2);
});

async function openDialog(page: Page, site: RunningSite) {
  const album = await site.album("Harbour");
  await page.goto("/admin/album/harbour");
  await reopenDialog(page);
  return album;
}

async function reopenDialog(page: Page) {
  await page.getByRole("button", { name: "Upload Photos" }).click();
  await expect(dialog(page)).toBeVisible();
}

async function closeDialog(page: Page) {
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  await expect(dialog(page)).toBeHidden();
}

const dialog = (page: Page) => page.getByRole("dialog", { name: "Upload photos to Harbour" });
const rows = (page: Page) => page.getByRole("list", { name: "Files" }).getByRole("listitem");

type ChosenFile = { name: string; mimeType: string; buffer: Buffer };

const choose = (page: Page, files: ChosenFile[]) =>
  page.getByLabel("Choose photos").and(page.locator("input")).setInputFiles(files);

const stored = async (site: RunningSite) =>
  (await site.admin.call(listAlbumPhotos, { params: { slug: "harbour" } })).photos;

const storedTitles = async (site: RunningSite) => (await stored(site)).map(({ title }) => title);

/** A file, and an upload of its first half that this browser began, as a lost connection leaves it. */
async function beginHalf(site: RunningSite, page: Page, path: string) {
  const name = basename(path);
  const { buffer } = await pictureFile(name);
  await saveFile(dirname(path), name, buffer);
  const { mtimeMs } = await stat(path);
  const half = Math.floor(buffer.length / 2);
  const location = locationOf(
    await beginUpload(site.admin, { album: "harbour", length: buffer.length, filename: name }),
  );
  await sendBytes(site.admin, location, 0, buffer.subarray(0, half));
  // As tus-js-client remembers it.
  const remembered = {
    size: buffer.length,
    metadata: {},
    creationTime: new Date().toString(),
    uploadUrl: new URL(location, site.url).href,
  };
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    `tus::vitrine/harbour/${name}/${buffer.length}/${Math.floor(mtimeMs)}::1`,
    JSON.stringify(remembered),
  ] as const);
  return { location, half };
}

/** How long the dialog shows these words, by the page's own clock. */
function successShownMs(page: Page, words: string): Promise<number> {
  return page.evaluate(
    (words) =>
      new Promise<number>((resolve) => {
        let since = 0;
        const look = () => {
          const dialog = document.querySelector("dialog[open]");
          if (since === 0 && dialog?.textContent?.includes(words)) since = performance.now();
          if (since > 0 && !dialog) resolve(performance.now() - since);
        };
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    words,
  );
}

/** Holds uploads until they are released. */
async function holdUploads(page: Page) {
  const routes: Route[] = [];
  const released = Promise.withResolvers<void>();
  await page.route(`${UPLOADS}/*`, async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    routes.push(route);
    await released.promise;
    await route.continue().catch(() => {
      // Cancelled in the meantime, or released before.
    });
  });
  return Object.assign(routes, {
    async release() {
      released.resolve();
    },
  });
}

/** A typical folder: pictures in a subfolder, a sidecar file and a system file. */
async function saveShoot(parent: string, ...names: string[]): Promise<string> {
  const folder = join(parent, "shoot");
  for (const name of names) {
    await saveFile(join(folder, "day 1"), name, (await pictureFile(name)).buffer);
  }
  await saveFile(folder, "one.xmp", Buffer.from("<xmp/>"));
  await saveFile(folder, ".DS_Store", Buffer.from("x"));
  return folder;
}

async function saveFile(folder: string, name: string, bytes: Buffer) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), bytes);
}
