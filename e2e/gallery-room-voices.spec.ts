import { expect, type Page } from "@playwright/test";
import { createRoom, deleteRoom, getRoom, startRound } from "../contract/rooms.ts";
import { visitRoom } from "../rig/visit-room.ts";
import { expectAccessible } from "./accessible.ts";
import { test } from "./gallery.ts";
import { openPage } from "./open-page.ts";

test("a client enters a name once, chooses in the grid with stars, and answers in the next round", async ({
  page,
  gallery,
}) => {
  const body = {
    title: "For Ana and Ben",
    album_slug: gallery.album.slug,
    selection: true,
    voices: "named" as const,
    has_labels: true,
    selection_limit: 3,
  };
  const { room } = await gallery.admin.call(createRoom, { body });
  const url = room.url ?? "";
  const params = { id: room.id };
  const bar = page.locator("[data-room-bar]");
  await openPage(page, url);
  await page.getByRole("button", { name: "Choose dawn", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Who are you?" });
  await expect(dialog.getByLabel("Your name")).toBeFocused();
  await expectAccessible(page);
  await dialog.getByLabel("Your name").fill("Ana");
  await dialog.getByRole("button", { name: "Begin" }).click();
  // The heart that asked for the name.
  await expect(page.getByRole("button", { name: "Choose dawn", exact: true })).toHaveAttribute("aria-pressed", "true");
  await expect(bar).toContainText("1 of 3 chosen");

  await page.getByRole("link", { name: "Show as grid" }).click();
  const photos = page.locator("[data-photo]:visible");
  await test.step("rows are flush at both edges and of one height, before and after the program has started", async () => {
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(url, { waitUntil: "commit" });
      await photos.last().waitFor();
      const first = await rowsOf(page);
      for (const row of first) expect(Math.max(...row.heights) - Math.min(...row.heights)).toBeLessThan(1);
      expect(first.length).toBeGreaterThan(1);
      for (const { left, right } of first.slice(0, -1)) expect(Math.abs(left) + Math.abs(right)).toBeLessThan(1);
      await page.locator("html[data-awake]").waitFor();
      expect(await rowsOf(page)).toEqual(first);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  const all = await photos.count();
  await page.getByRole("link", { name: "Chosen" }).click();
  await expect(photos).toHaveCount(1);
  await page.getByRole("link", { name: "Not yet" }).click();
  await expect(photos).toHaveCount(all - 1);
  await expectAccessible(page);
  // Another voice's marks are not shown here.
  const ben = visitRoom(gallery, room);
  await ben.enter("Ben");
  await ben.send({ name: "Ben" });

  await page.getByRole("link", { name: "All", exact: true }).click();
  await photos.first().locator("a").click();
  const viewer = page.getByRole("region", { name: "Photo viewer" });
  await expect(viewer).toBeVisible();
  await page.keyboard.press("4");
  await page.keyboard.press("6");
  await viewer.getByText("Stars and comment").click();
  await expect(viewer.getByRole("button", { name: "4 stars" })).toHaveAttribute("aria-pressed", "true");
  await expect(viewer.getByRole("button", { name: "red" })).toHaveAttribute("aria-pressed", "true");
  await viewer.getByText("Mark a place").click();
  await viewer.getByLabel("From the left").fill("0.2");
  await viewer.getByLabel("What is to be done here").fill("Remove this");
  await viewer.getByRole("button", { name: "Add", exact: true }).click();
  await expect(viewer.getByRole("listitem").filter({ hasText: "Remove this" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await viewer.getByText("Stars and comment").click();
  await page.keyboard.press("ArrowRight");
  // The panel stays open, for the next photo.
  await expect(viewer.getByRole("button", { name: "4 stars" })).toHaveAttribute("aria-pressed", "false");
  await expect(viewer.getByRole("listitem")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(photos.first().getByRole("img", { name: "4 stars, red" })).toBeVisible();
  const { voices } = await gallery.admin.call(getRoom, { params });
  expect(voices[0]).toMatchObject({
    name: "Ana",
    state: "open",
    picks: [{ picked: true, rating: 4, label: "red", pins: [{ x: 0.2, y: 0.5, text: "Remove this" }] }],
  });

  await gallery.admin.call(startRound, { params, body: { message: "Retouched" } });
  await openPage(page, url);
  await expect(page.getByText("Retouched")).toBeVisible();
  await page.getByRole("button", { name: "Approve: dawn" }).click();
  await expect(bar).toContainText("1 of 1 answered");
  await photos.first().locator("a").click();
  await viewer.getByRole("button", { name: "Ask for changes: dawn" }).click();
  // To say which.
  await expect(viewer.getByLabel("Comment on this photo")).toBeVisible();
  await page.goto("about:blank");
  await gallery.admin.call(deleteRoom, { params });
});

/** Each row of the grid: how far its photos are from either edge, and how high. */
const rowsOf = (page: Page) =>
  page.locator("ol:has([data-photo])").evaluate((grid) => {
    const { paddingLeft, paddingRight } = getComputedStyle(grid);
    const { left, right } = grid.getBoundingClientRect();
    const boxes = [...grid.querySelectorAll("[data-photo] > a")].map((link) => link.getBoundingClientRect());
    const tops = [...new Set(boxes.map(({ top }) => Math.round(top)))];
    return tops.map((top) => {
      const row = boxes.filter((box) => Math.round(box.top) === top);
      return {
        left: left + Number.parseFloat(paddingLeft) - Math.min(...row.map((box) => box.left)),
        right: right - Number.parseFloat(paddingRight) - Math.max(...row.map((box) => box.right)),
        heights: row.map(({ height }) => height),
      };
    });
  });

const named = { title: "For Ana and Ben", selection: true, voices: "named" as const, has_labels: true };

/** What opens the panel of a photo. */
const comment = (page: Page) => page.locator("summary").filter({ hasText: /^Stars and comment/ });

/** A client who opens the room by this page. */
const partsOf = (page: Page) => ({
  bar: page.locator("[data-room-bar]"),
  choose: (name: string) => page.getByRole("button", { name: `Choose ${name}`, exact: true }),
});

test("without JavaScript a client enters a name, chooses, marks a place, sends, and answers in the next round", async ({
  browser,
  gallery,
}) => {
  const body = { ...named, album_slug: gallery.album.slug };
  const { room } = await gallery.admin.call(createRoom, { body });
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: gallery.url });
  const page = await context.newPage();
  const { bar, choose } = partsOf(page);
  await page.goto(room.url ?? "");
  await page.getByRole("button", { name: "Enter your name to choose" }).click();
  await page.getByLabel("Your name").fill("Ana");
  await page.getByRole("button", { name: "Begin" }).click();
  await expect(bar).toContainText("0 chosen");
  await page.getByRole("link", { name: "Show as grid" }).click();
  await choose("dawn").click();
  await expect(choose("dawn")).toHaveAttribute("aria-pressed", "true");
  await page.locator("[data-photo] a").first().click();
  await comment(page).click();
  await page.getByRole("button", { name: "4 stars" }).click();
  await comment(page).click();
  await expect(page.getByRole("button", { name: "4 stars" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "green" }).click();
  await comment(page).click();
  await page.getByText("Mark a place").click();
  await page.getByLabel("What is to be done here").fill("Remove this");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await comment(page).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Remove this" })).toBeVisible();
  await page.getByRole("link", { name: "Close" }).click();
  await page.getByRole("button", { name: "Send selection" }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(bar).toContainText("1 chosen. Sent by Ana");

  await gallery.admin.call(startRound, { params: { id: room.id }, body: {} });
  await page.goto(room.url ?? "");
  await page.getByRole("button", { name: "Ask for changes: dawn" }).click();
  await expect(page.getByRole("button", { name: "Ask for changes: dawn" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Send answers" }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(bar).toContainText("1 of 1 answered. Sent by Ana");
  const { voices } = await gallery.admin.call(getRoom, { params: { id: room.id } });
  expect(voices).toMatchObject([{ name: "Ana", state: "sent", picks: [{ verdict: "changes" }] }]);
  await context.close();
  await gallery.admin.call(deleteRoom, { params: { id: room.id } });
});

test("by keyboard alone a client enters a name, chooses in the grid, marks a place and sends; then a heart says why not", async ({
  page,
  gallery,
}) => {
  const body = { ...named, album_slug: gallery.album.slug };
  const { room } = await gallery.admin.call(createRoom, { body });
  const { bar, choose } = partsOf(page);
  /** As far as a hand with the Tab key gets. */
  const tabTo = async (target: ReturnType<Page["locator"]>) => {
    for (let presses = 0; presses < 60; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    await expect(target).toBeFocused();
  };
  await openPage(page, `${room.url}?view=grid`);
  await tabTo(page.getByRole("button", { name: "Enter your name to choose" }));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Your name")).toBeFocused();
  await page.keyboard.type("Ana");
  await page.keyboard.press("Enter");
  await expect(bar).toContainText("0 chosen");
  await tabTo(page.locator("[data-photo] a").first());
  await page.keyboard.press("h");
  await expect(bar).toContainText("1 chosen");
  await page.keyboard.press("Enter");
  const viewer = page.getByRole("region", { name: "Photo viewer" });
  await expect(viewer).toBeVisible();
  await page.keyboard.press("5");
  await tabTo(comment(page));
  await page.keyboard.press("Enter");
  await expect(viewer.getByRole("button", { name: "5 stars" })).toHaveAttribute("aria-pressed", "true");
  await tabTo(viewer.getByText("Mark a place"));
  await page.keyboard.press("Enter");
  await tabTo(viewer.getByLabel("From the left"));
  await page.keyboard.press("ArrowRight");
  await tabTo(viewer.getByLabel("What is to be done here"));
  await page.keyboard.type("Brighter");
  await page.keyboard.press("Enter");
  await expect(viewer.getByRole("listitem").filter({ hasText: "Brighter" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(viewer).toBeHidden();
  await tabTo(page.getByRole("button", { name: "Send selection" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Send selection" })).toBeVisible();
  await tabTo(page.getByRole("button", { name: "Send", exact: true }));
  await page.keyboard.press("Enter");
  await expect(bar).toContainText("1 chosen. Sent by Ana");

  await expect(choose("dawn")).toBeDisabled();
  await choose("dawn").focus();
  await page.keyboard.press("Enter");
  await expect(bar.getByRole("status")).toContainText("This selection was sent");
  await expect(choose("dawn")).toHaveAttribute("aria-pressed", "true");
  await page.goto("about:blank");
  await gallery.admin.call(deleteRoom, { params: { id: room.id } });
});
