import { createRoom, listRooms } from "../contract/rooms.ts";
import type { RunningSite } from "../rig/server.ts";
import { visitRoom } from "../rig/visit-room.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, expectToFit, message, named, test, tile, titles, undoOf } from "./admin-site.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

async function trees(site: RunningSite) {
  const album = await site.album("Trees", { category: "urban" });
  return { album, photos: await site.photos(album, named("ash.jpg", "birch.jpg", "cedar.jpg")) };
}

test("a room is made from an album in two clicks, and a sent selection becomes favorites and a file", async ({
  page,
  site,
}) => {
  const { album, photos } = await trees(site);
  const { room: forAna } = await site.admin.call(createRoom, {
    body: { title: "For Ana", album_slug: album.slug, download: "none", selection: true, password: "open sesame" },
  });
  const client = visitRoom(site, forAna);
  for (const password of ["open", "sesame", "open sesame"]) await client.unlock(password);
  for (const { id } of photos.slice(1)) await client.pick(id, { picked: true, comment: "Larger, please" });
  await client.send({ name: "Ana", email: "ana@example.com", message: "Thank you!" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/admin/album/trees");
  await page.getByRole("button", { name: "Actions for Trees" }).click();
  await page.getByRole("menuitem", { name: "Make a viewing room…" }).click();
  const form = page.getByRole("dialog", { name: "Make a viewing room" });
  await expect(form.getByLabel("Title")).toHaveValue("Trees");
  await form.getByLabel("Expires").selectOption("In a week");
  await form.getByLabel("Visitors may choose photos").check();
  await form.getByLabel("At most (optional)").fill("2");
  await form.getByRole("button", { name: "Make room" }).click();

  const ready = page.getByRole("dialog", { name: "The room is ready" });
  await expect(ready.getByText("The link is copied.")).toBeVisible();
  await expect(ready.getByRole("img", { name: "QR code of the link" }).locator("path")).toHaveAttribute("d", /^M/);
  const room = (await site.admin.call(listRooms)).rooms.find(({ title }) => title === "Trees");
  expect(room).toMatchObject({ title: "Trees", photo_count: 3, selection_limit: 2, status: "open" });
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}${room?.url}`);
  await expectAccessible(page);
  await ready.getByRole("button", { name: "Done" }).click();

  const link = page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: /^Viewing rooms/ });
  await expect(link).toContainText("1");
  await link.click();
  await expect(page.getByRole("row", { name: /^Trees/ })).toContainText("Open");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Actions for Trees" }).click();
  await page.getByRole("menuitem", { name: "Close room" }).click();
  await expect(page.getByRole("row", { name: /^Trees/ })).toContainText("Closed");
  await undoOf(page, "Trees closed").click();
  await expect(page.getByRole("row", { name: /^Trees/ })).toContainText("Open");
  await test.step("Open again asks for a new last day where it has passed", async () => {
    await page.clock.setSystemTime(Date.now() + 8 * DAY_MS);
    await page.getByRole("button", { name: "Actions for Trees" }).click();
    await page.getByRole("menuitem", { name: "Close room" }).click();
    await expect(page.getByRole("row", { name: /^Trees/ })).toContainText("Closed");
    await page.getByRole("button", { name: "Actions for Trees" }).click();
    await page.getByRole("menuitem", { name: "Open again…" }).click();
    const again = page.getByRole("dialog", { name: "Open Trees again" });
    await expect(again).toContainText(/Its last day, .+, has passed\. Choose a new one\./);
    await expectAccessible(page);
    await again.getByLabel("Expires").selectOption("On a date…");
    await again.getByLabel("Last day").fill("2020-01-01");
    await again.getByRole("button", { name: "Open again" }).click();
    // The browser's own refusal.
    await expect(again.getByLabel("Last day")).toBeFocused();
    await again.getByLabel("Expires").selectOption("In a week");
    await again.getByRole("button", { name: "Open again" }).click();
    await expect(page.getByRole("row", { name: /^Trees/ })).toContainText("Open");
    await page.clock.setSystemTime(Date.now());
  });
  await expectToFit(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });

  await test.step("the locked page has the cover and the welcome that its form was given", async () => {
    await page.getByRole("button", { name: "Actions for For Ana" }).click();
    await page.getByRole("menuitem", { name: "Change…" }).click();
    const change = page.getByRole("dialog", { name: "Change For Ana" });
    await change.getByLabel(/^Welcome/).fill("Ana, here you are.");
    await change.getByText("Cover of that page: none").click();
    await change.getByRole("radio", { name: "cedar" }).check({ force: true });
    await expectAccessible(page);
    await change.getByRole("button", { name: "Save" }).click();
    await expect(change).toBeHidden();
    const locked = await (await site.visitor.fetch(forAna.url ?? "")).text();
    expect(locked).toContain("Ana, here you are.");
    expect(locked).toContain(`src="${forAna.url}/cover.jpg"`);
    expect((await site.visitor.fetch(`${forAna.url}/cover.jpg`)).status).toBe(200);
  });

  await test.step("the sent selection opens as a set", async () => {
    await expect(page.getByRole("row", { name: /^For Ana/ })).toContainText("2 wrong passwords");
    await page.getByRole("link", { name: "For Ana" }).click();
    await expect(page.getByText(/^2 wrong passwords, the last on .+\./)).toBeVisible();
    await expect.poll(() => titles(page)).toBe("birch cedar");
    await expect(page.getByRole("region", { name: "Selection" })).toContainText("Sent by Ana");
    await expect(page.getByText("Thank you!")).toBeVisible();
    await test.step("with the client's marks and number on each photo, apart from the owner's favourites", async () => {
      const name = /^birch, number 2, Chosen by Ana, Comment: Larger, please/;
      await expect(page.getByRole("option", { name })).toBeVisible();
      await expect(page.getByRole("option", { name: /Favorite/ })).toHaveCount(0);
      await tile(page, "birch").click();
      const inRoom = page.getByRole("region", { name: "In this room" });
      await expect(inRoom).toContainText("Photo 2 in this room");
      await expect(inRoom).toContainText("Larger, please");
      await page.keyboard.press("Escape");
    });
    await expect(link).not.toContainText("1");
    await expectAccessible(page);

    await page.getByRole("button", { name: "Use selection" }).click();
    await page.getByRole("menuitem", { name: "Add to favorites" }).click();
    await expect(message(page, /added to Favorites/)).toBeVisible();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Use selection" }).click();
    await page.getByRole("menuitem", { name: "Export as CSV" }).click();
    expect((await saved).suggestedFilename()).toBe("For Ana.csv");
    await page.getByRole("button", { name: "All (3)" }).click();
    await expect(tile(page, "ash")).toBeVisible();
    await expectToFit(page, 390);
  });
});
