import { expect } from "@playwright/test";
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
  await expect(bar).toContainText("0 of 3 chosen");

  await page.getByRole("link", { name: "Show as grid" }).click();
  await page.getByRole("button", { name: "Choose dawn", exact: true }).click();
  await expect(bar).toContainText("1 of 3 chosen");
  const photos = page.locator("[data-photo]:visible");
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
  await viewer.getByText("Comment", { exact: true }).click();
  await expect(viewer.getByRole("button", { name: "4 stars" })).toHaveAttribute("aria-pressed", "true");
  await expect(viewer.getByRole("button", { name: "red" })).toHaveAttribute("aria-pressed", "true");
  await viewer.getByText("Mark a place").click();
  await viewer.getByLabel("From the left").fill("0.2");
  await viewer.getByLabel("What is to be done here").fill("Remove this");
  await viewer.getByRole("button", { name: "Add", exact: true }).click();
  await expect(viewer.getByRole("listitem").filter({ hasText: "Remove this" })).toBeVisible();
  await expectAccessible(page);
  const { voices } = await gallery.admin.call(getRoom, { params });
  expect(voices[0]).toMatchObject({
    name: "Ana",
    state: "open",
    picks: [{ picked: true, rating: 4, label: "red", pins: [{ x: 0.2, y: 0.5, text: "Remove this" }] }],
  });

  await gallery.admin.call(startRound, { params, body: { message: "Retouched" } });
  await openPage(page, url);
  await expect(page.getByText("Retouched")).toBeVisible();
  await page.getByRole("button", { name: "Approve dawn" }).click();
  await expect(bar).toContainText("1 of 1 answered");
  await page.goto("about:blank");
  await gallery.admin.call(deleteRoom, { params });
});
