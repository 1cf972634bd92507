import type { Locator, Page } from "@playwright/test";
import { listAlbums } from "../contract/albums.ts";
import { login, logout } from "../contract/auth.ts";
import { ADMIN_TOKEN_KEY } from "../contract/limits.ts";
import { paths } from "../contract/paths.ts";
import { getPhoto, updatePhoto } from "../contract/photos.ts";
import { createRoom } from "../contract/rooms.ts";
import { trashPhoto } from "../contract/trash.ts";
import { createWrittenPage } from "../contract/written-pages.ts";
import { ADMIN } from "../rig/server-process.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, message, named, signIn, test, tile } from "./admin-site.ts";

const panel = (page: Page) => page.getByRole("complementary", { name: "Photo details" });
const field = (page: Page, label: string) => panel(page).getByLabel(label, { exact: true });
/** What is offered under a field. */
const under = (control: Locator, name: "Not saved" | "From an earlier visit") =>
  control.locator("..").getByRole("group", { name });
const outOfSight = (page: Page) => page.getByRole("region", { name: "Unsaved texts" });
const storedTexts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("admin_draft:")).length);

test("a photo's texts outlive a cut connection, a server that fails, Back, a reload and the end of the session", async ({
  page,
  site,
}) => {
  const [ash, birch] = await site.photos(await site.album("Trees"), named("ash.jpg", "birch.jpg"));
  if (!ash || !birch) throw new Error("Not uploaded");
  const saved = async (id = ash.id) => (await site.admin.call(getPhoto, { params: { id } })).photo;
  const caption = field(page, "Caption");
  await page.goto(`/admin?photo=${ash.id}`);

  await test.step("offline, and with Retry once the connection is back", async () => {
    await expect(caption).toBeVisible();
    await page.context().setOffline(true);
    await caption.fill("By the river");
    await field(page, "Tags").fill("tree");
    await field(page, "Alt text").focus();
    await expect(caption).toHaveValue("By the river");
    await expect(caption).toHaveAccessibleDescription(/^The server cannot be reached/);
    await expect(field(page, "Tags")).toHaveValue("tree");
    await expect(panel(page).getByRole("button", { name: "Remove tag tree" })).toBeHidden();
    await expect(page.getByRole("alert")).toHaveCount(2);
    await expectAccessible(page);

    const failed = page.waitForEvent("requestfailed", (request) => request.method() !== "GET");
    await under(caption, "Not saved").getByRole("button", { name: "Retry" }).click();
    await failed;
    await expect(caption).toHaveAccessibleDescription(/^The server cannot be reached/);
    // The same failure again is one message, not two.
    await expect(page.getByRole("alert")).toHaveCount(2);
    await page.context().setOffline(false);
    await under(caption, "Not saved").getByRole("button", { name: "Retry" }).click();
    await expect.poll(async () => (await saved()).caption).toBe("By the river");
    await expect(under(caption, "Not saved")).toBeHidden();
    await expect(page.getByRole("alert")).toHaveCount(1);
    await under(field(page, "Tags"), "Not saved").getByRole("button", { name: "Retry" }).click();
    await expect.poll(async () => (await saved()).tags).toEqual(["tree"]);
    await expect(field(page, "Tags")).toHaveValue("");
    await expect(page.getByRole("alert")).toBeHidden();
  });

  await test.step("a failing server, and leaving the field again tries again", async () => {
    await page.route(`**/admin/photos/${ash.id}`, (route) => route.fulfill({ status: 500, body: "<html>" }));
    await caption.fill("By the lake");
    await field(page, "Alt text").focus();
    await expect(under(caption, "Not saved")).toBeVisible();
    await page.unrouteAll();
    await caption.focus();
    await field(page, "Alt text").focus();
    await expect.poll(async () => (await saved()).caption).toBe("By the lake");
  });

  await test.step("Ctrl+Z in a field undoes typing, and nothing else", async () => {
    await field(page, "Title").click();
    await page.keyboard.press("End");
    await page.keyboard.type("!");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await saved()).title).toBe("ash!");
    await page.keyboard.press("ControlOrMeta+z");
    await expect(field(page, "Title")).toHaveValue("ash");
    await caption.click();
    await expect.poll(async () => (await saved()).title).toBe("ash");
    await expect(message(page, /^Undone/)).toBeHidden();
    expect((await saved()).caption).toBe("By the lake");
  });

  await test.step("Escape in the caption keeps what was typed, and returns to the photos", async () => {
    await caption.fill("By the sea");
    await page.keyboard.press("Escape");
    await expect(tile(page, "ash")).toBeFocused();
    await expect.poll(async () => (await saved()).caption).toBe("By the sea");
  });

  await test.step("another photo shows its own texts, and the one that failed is listed until it is seen again", async () => {
    await page.context().setOffline(true);
    await caption.fill("By the pond");
    await tile(page, "birch").click();
    await expect(caption).toHaveValue("");
    await expect(outOfSight(page)).toContainText("1 text is not saved");
    await page.context().setOffline(false);
    await outOfSight(page).getByRole("button", { name: "Show texts" }).click();
    await expect(page.getByRole("dialog")).toContainText("Caption of ash");
    await expect(page.getByRole("dialog")).toContainText("By the pond");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await tile(page, "ash").click();
    await expect(caption).toHaveValue("By the pond");
    await expect(outOfSight(page)).toBeHidden();
    // Folded away, it is out of sight again.
    await page.keyboard.press("i");
    await expect(outOfSight(page)).toContainText("1 text is not saved");
    await page.keyboard.press("i");
    await expect(outOfSight(page)).toBeHidden();
  });

  await test.step("after a reload it is offered, and another window's change does not hide it", async () => {
    await expect(page).toHaveURL(new RegExp(`photo=${ash.id}\\b`));
    await caption.fill("By the pond at dawn");
    await site.admin.call(updatePhoto, { params: { id: ash.id }, body: { caption: "By the well" } });
    await page.reload();
    await expect(caption).toHaveValue("By the well");
    const offered = under(caption, "From an earlier visit");
    await expect(offered).toContainText(/^Your unsaved caption from \d\d:\d\d: By the pond at dawn/);
    await expectAccessible(page);
    await offered.getByRole("button", { name: "Restore" }).click();
    await expect(caption).toBeFocused();
    await expect(caption).toHaveValue("By the pond at dawn");
    await expect(panel(page).getByText("Changed elsewhere since: “By the well”.")).toBeVisible();
    await page.keyboard.press("Tab");
    await under(caption, "Not saved").getByRole("button", { name: "Discard" }).click();
    await expect(caption).toHaveValue("By the well");
    expect(await storedTexts(page)).toBe(0);
  });

  await test.step("a session that ends leads back to the same photo, large as it was, with the text in its field", async () => {
    const { token } = await site.visitor.call(login, { body: ADMIN });
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [ADMIN_TOKEN_KEY, token] as const);
    await tile(page, "ash").focus();
    await page.keyboard.press("e");
    await page.keyboard.press("c");
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${site.url}/api/v1${logout.path}`, { method: logout.method, headers });
    const large = page.getByRole("dialog", { name: "Loupe: ash" });
    await large.getByLabel("Caption").fill("By the spring");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
    await signIn(page);
    await expect(large.getByLabel("Caption")).toHaveValue("By the spring");
    await expect(large.getByLabel("Caption")).toHaveAccessibleDescription(/^Your session had ended/);
    await expect(page.getByRole("alert")).toBeHidden();
    await large.getByRole("button", { name: "Retry" }).click();
    await expect.poll(async () => (await saved()).caption).toBe("By the spring");
    await large.getByRole("button", { name: "Close" }).click();
    await expect(tile(page, "ash")).toBeFocused();
  });

  await test.step("several photos keep a text together, and it stays in the list when one of them has been deleted since", async () => {
    await page.context().setOffline(true);
    await tile(page, "birch").click({ modifiers: ["Control"] });
    await expect(panel(page)).toContainText("2 photos");
    await caption.fill("Trees in winter");
    await page.keyboard.press("Escape");
    await expect(caption).toHaveValue("Trees in winter");
    await tile(page, "birch").click();
    await expect(caption).toHaveValue("");
    await caption.fill("White bark");
    await tile(page, "ash").click();
    await expect(outOfSight(page)).toContainText("2 texts are not saved");
    await page.context().setOffline(false);
    await site.admin.call(trashPhoto, { params: { id: birch.id } });
    await page.reload();
    await outOfSight(page).getByRole("button", { name: "Show texts" }).click();
    const list = page.getByRole("dialog", { name: "Texts that are not saved" });
    await expect(list.getByRole("listitem")).toContainText(["White bark", "Trees in winter"]);
    await list.getByRole("button", { name: "Discard: Caption of birch" }).click();
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await list.getByRole("button", { name: "Close" }).last().click();
  });

  await test.step("Logout asks first, and leaves no text behind", async () => {
    await page.getByRole("button", { name: "Logout" }).click();
    const question = page.getByRole("dialog", { name: "Log out?" });
    await expect(question).toContainText("A text is not saved. Logging out discards it.");
    await question.getByRole("button", { name: "Discard and log out" }).click();
    await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
    expect(await storedTexts(page)).toBe(0);
  });
});

test("Escape in a dialog with text asks, and a reload offers the text when it opens again", async ({ page, site }) => {
  const harbour = await site.album("Harbour", { category: "travel" });
  await page.goto("/admin/albums/travel");
  const dialog = page.getByRole("dialog", { name: "Create album" });
  const question = page.getByRole("dialog", { name: "Discard what you typed?" });
  const open = () => page.getByRole("button", { name: "Create album" }).click();

  await test.step("as often as it is pressed", async () => {
    await open();
    await dialog.getByLabel("Title").fill("Lisboa");
    for (let time = 0; time < 3; time += 1) {
      await page.keyboard.press("Escape");
      await expect(question.getByRole("button", { name: "Keep editing" })).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(question).toBeHidden();
      await expect(dialog.getByLabel("Title")).toHaveValue("Lisboa");
    }
    await dialog.getByRole("button", { name: "Close" }).click();
    await expectAccessible(page);
    await question.getByRole("button", { name: "Discard" }).click();
    await expect(dialog).toBeHidden();
    expect(await storedTexts(page)).toBe(0);
  });

  await test.step("a failed one keeps its text, and so does a reload", async () => {
    await open();
    await expect(dialog.getByLabel("Title")).toHaveValue("");
    await dialog.getByLabel("Title").fill("Lisboa");
    await page.context().setOffline(true);
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toContainText("The server cannot be reached");
    await expect(dialog.getByLabel("Title")).toHaveValue("Lisboa");
    await page.context().setOffline(false);
    await page.reload();
    await open();
    await expect(dialog).toContainText(/Your unsaved entries from \d\d:\d\d: Lisboa/);
    await dialog.getByRole("button", { name: "Restore" }).click();
    await expect(dialog.getByLabel("Title")).toHaveValue("Lisboa");
    await dialog.getByRole("button", { name: "Create album" }).click();
    await expect(page).toHaveURL(/\/admin\/album\/lisboa$/);
    expect(await storedTexts(page)).toBe(0);
  });

  await test.step("Back keeps it as well, and the next visit begins with it", async () => {
    await page.getByRole("button", { name: "Actions for Lisboa" }).click();
    await page.getByRole("menuitem", { name: "Make a viewing room…" }).click();
    const room = page.getByRole("dialog", { name: "Make a viewing room" });
    await room.getByLabel("Message (optional)").fill("For you");
    await room.getByLabel("Password (optional)").fill("secret");
    await page.goBack();
    await expect(outOfSight(page)).toContainText("1 text is not saved");
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain("secret");
    await page.goForward();
    await page.getByRole("button", { name: "Actions for Lisboa" }).click();
    await page.getByRole("menuitem", { name: "Make a viewing room…" }).click();
    await expect(room.getByLabel("Message (optional)")).toHaveValue("For you");
    await room.getByRole("button", { name: "Discard" }).click();
    await expect(room.getByLabel("Message (optional)")).toHaveValue("");
    await page.keyboard.press("Escape");
    await expect(room).toBeHidden();
  });

  await test.step("in the dialogs of a room and of a page too", async () => {
    const [pier] = await site.photos(harbour, named("pier.jpg"));
    if (!pier) throw new Error("Not uploaded");
    const { room } = await site.admin.call(createRoom, {
      body: { title: "For Ana", photo_ids: [pier.id], voices: "named", selection: true },
    });
    const { page: about } = await site.admin.call(createWrittenPage, {
      body: { kind: "page", title: "About", status: "draft", blocks: [] },
    });
    for (const [path, opener, label] of [
      [paths.admin.room(room.id), "Link for one person…", "Name"],
      [paths.admin.page(about.id), "Settings", "Summary"],
    ] as const) {
      await page.goto("/admin/albums");
      await page.goto(path);
      const text = page.getByRole("dialog").getByLabel(label, { exact: true });
      await page.getByRole("button", { name: opener }).click();
      await text.fill("Not lost");
      await page.goBack();
      await expect(page.getByRole("heading", { name: "All Albums" })).toBeVisible();
      await page.goForward();
      await page.getByRole("button", { name: opener }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
      await expect(text).toHaveValue("Not lost");
    }
  });

  expect((await site.admin.call(listAlbums)).albums.map(({ title }) => title)).toEqual(["Harbour", "Lisboa"]);
});
