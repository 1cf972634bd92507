import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { createRoom, deleteRoom, listRooms, type Room, reopenSelection } from "../contract/rooms.ts";
import { visitRoom } from "../rig/visit-room.ts";
import { expectAccessible } from "./accessible.ts";
import { clickControl } from "./click-control.ts";
import { test as base } from "./gallery.ts";
import { openPage } from "./open-page.ts";
import { expectReachable } from "./reachable.ts";

const PHONE = { width: 390, height: 844 };

type MakeRoom = (given?: Partial<{ password: string; selection_limit: number }>) => Promise<Room & { url: string }>;

const test = base.extend<{ makeRoom: MakeRoom }>({
  makeRoom: async ({ gallery, page }, use) => {
    await use(async (given = {}) => {
      const { room } = await gallery.admin.call(createRoom, {
        body: {
          title: "For Ana and Ben",
          message: "Please choose your favorites.",
          album_slug: gallery.album.slug,
          download: "large",
          selection: true,
          ...given,
        },
      });
      return { ...room, url: room.url ?? "" };
    });
    // An open room keeps asking for the others' choices, and would log that it is gone.
    await page.goto("about:blank");
    const { rooms } = await gallery.admin.call(listRooms);
    for (const { id } of rooms) await gallery.admin.call(deleteRoom, { params: { id } });
  },
});

const heart = (page: Page, name: string) => page.getByRole("button", { name: `Choose ${name}`, exact: true });
const bar = (page: Page) => page.locator("[data-room-bar]");

test("two clients choose by click and key, see each other's choices and the limit, comment, and send", async ({
  page,
  makeRoom,
  browser,
  baseURL,
  gallery,
  faults,
}) => {
  const { id, url } = await makeRoom({ selection_limit: 2 });
  await openPage(page, url);
  await expect(page.getByRole("heading", { name: "For Ana and Ben" })).toBeVisible();
  await expect(bar(page)).toContainText("0 of 2 chosen");
  const send = page.getByRole("button", { name: "Send selection" });
  await expect(send).toBeDisabled();
  await expect(send).toHaveAccessibleDescription("Choose a photo first, with its heart");
  await send.click({ force: true });
  await expect(bar(page).getByRole("status")).toHaveText("Choose a photo first, with its heart");
  await expectAccessible(page);

  await test.step("a heart lies on its photo, also where that is lower than the strip", async () => {
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    await page.setViewportSize({ width: 900, height: 800 });
    const photo = await page.locator("[data-photo] a").first().boundingBox();
    const mark = await heart(page, "dawn").boundingBox();
    expect((mark?.y ?? 0) + (mark?.height ?? 0)).toBeLessThanOrEqual((photo?.y ?? 0) + (photo?.height ?? 0));
    await page.setViewportSize({ width, height });
  });

  await test.step("two people see each other's choices within seconds", async () => {
    const other = await browser.newPage({ baseURL: baseURL ?? "" });
    await openPage(other, url);
    await heart(page, "dawn").click();
    await heart(other, "arcade").click();
    for (const one of [page, other]) {
      await expect(heart(one, "dawn")).toHaveAttribute("aria-pressed", "true");
      await expect(heart(one, "arcade")).toHaveAttribute("aria-pressed", "true");
      await expect(bar(one)).toContainText("2 of 2 chosen");
    }
    await heart(other, "arcade").click();
    await expect(heart(page, "arcade")).toHaveAttribute("aria-pressed", "false");
    await expect(bar(page)).toContainText("1 of 2 chosen");
    await other.close();
  });

  await page.locator("[data-photo] a").nth(1).click();
  const viewer = page.getByRole("region", { name: "Photo viewer" });
  await expect(viewer).toBeVisible();
  await expect(page).toHaveTitle("gate – Mira Holm");
  await page.keyboard.press("h");
  await expect(heart(page, "gate").last()).toHaveAttribute("aria-pressed", "true");
  await clickControl(page.getByText("Comment", { exact: true }));
  await page.getByLabel("Comment on this photo").fill("Black and white, please");
  await expect(page.getByText("Saved")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveTitle("arcade – Mira Holm");
  await page.keyboard.press("h");
  await expect(viewer.getByRole("status").filter({ hasText: "You can choose at most 2 photos" })).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(bar(page)).toContainText("You can choose at most 2 photos");

  const form = page.getByRole("dialog", { name: "Send selection" });
  const name = form.getByLabel("Your name");
  await test.step("the dialog is modal, begins at its first field, and says what is wrong beside it", async () => {
    await send.press("Enter");
    await expect(page.locator("dialog:modal")).toBeVisible();
    await expect(name).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(send).toBeFocused();
    await send.press("Enter");
    await form.getByLabel("Email").fill("ana@");
    await form.getByRole("button", { name: "Send", exact: true }).click();
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription("Enter your name");
    await expect(form.getByLabel("Email")).toHaveAccessibleDescription("Enter an email address, or leave it empty");
    await expect(page).toHaveTitle("Error: For Ana and Ben – Mira Holm");
    await expectAccessible(page);
    await form.getByLabel("Email").fill("ana@example.com");
  });
  await form.getByLabel("Your name").fill("Ana");
  await form.getByLabel("Message").fill("The second one is for my mother");
  // On a slow connection, the form is opened long before the program arrives.
  const formOpened = Promise.withResolvers<void>();
  await page.route("**/assets/room-client-*.js", async (route) => {
    await formOpened.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: "domcontentloaded" });
  await send.click();
  await name.fill("Ana");
  formOpened.resolve();
  await expect(form.getByLabel("Message")).toHaveValue("The second one is for my mother");
  // It was a popover until then.
  await expect(page.locator("dialog:modal")).toBeVisible();
  await expect(name).toBeFocused();
  await form.getByRole("button", { name: "Send", exact: true }).click();
  await expect(bar(page)).toContainText("2 chosen. Sent by Ana");
  await expect(bar(page).getByRole("status")).toBeFocused();
  await expect(heart(page, "dawn")).toBeDisabled();
  await gallery.admin.call(reopenSelection, { params: { id } });
  await page.reload();
  await send.click();
  await expect(name).toHaveValue("Ana");
  await expect(form.getByLabel("Email")).toHaveValue("ana@example.com");

  await test.step("once the room is gone, its link leads to a polite page without photographs", async () => {
    await page.goto("about:blank");
    await gallery.admin.call(deleteRoom, { params: { id } });
    await openPage(page, url);
    await expect(page.getByRole("heading")).toHaveText("This gallery is no longer open, or the link is incomplete");
    await expect(page.locator("img")).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Contact" }).click();
    await expect(page).toHaveURL("/contact");
  });
  // The browser logs the refused form and the 404.
  faults.length = 0;
});

test("at 400 % and with wider letters, every control of a room can be reached, and no two collide", async ({
  page,
  makeRoom,
  faults,
}) => {
  const { url } = await makeRoom();
  const locked = await makeRoom({ password: "open sesame" });
  await page.setViewportSize({ width: 320, height: 256 });
  await openPage(page, url);
  await heart(page, "dawn").click();
  await expectReachable(page);
  await page.getByRole("button", { name: "Send selection" }).click();
  await expect(page.locator("dialog:modal")).toBeVisible();
  for (const control of await page.getByRole("dialog").locator("input, textarea, button").all()) {
    await control.click({ trial: true });
  }
  await page.keyboard.press("Escape");
  await page.locator("[data-photo] a").nth(1).click();
  await expect(page.getByRole("region", { name: "Photo viewer" })).toBeVisible();
  await expectReachable(page);
  await clickControl(page.getByText("Comment", { exact: true }));
  await expect(page.getByLabel("Comment on this photo")).toBeVisible();
  await expectReachable(page);

  await test.step("with the spacing of letters, words and lines that a reader may set", async () => {
    await page.evaluate(() => {
      document.styleSheets[0]?.insertRule(
        "* { letter-spacing: .12em !important; word-spacing: .16em !important; line-height: 1.5 !important }",
      );
    });
    for (const size of [
      { width: 320, height: 256 },
      { width: 320, height: 640 },
    ]) {
      await page.setViewportSize(size);
      await expectReachable(page);
    }
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(url);
    await expectReachable(page);
    const [send, download] = ["Send selection", "Download"].map((name) => page.getByRole("button", { name }));
    expect((await send?.boundingBox())?.y).toBe((await download?.boundingBox())?.y);
  });

  await test.step("the page that asks for the password", async () => {
    await page.setViewportSize({ width: 320, height: 256 });
    await openPage(page, locked.url);
    await expectReachable(page);
    await page.getByRole("button", { name: "Show what you type" }).click();
    const password = page.getByLabel("Enter the password to open it");
    await password.fill("wrong one");
    await expect(password).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Open" }).click();
    await expect(page).toHaveTitle("Error: Private gallery – Mira Holm");
    await expect(password).toBeFocused();
    await expect(password).toHaveAccessibleDescription("Wrong password");
    await expectAccessible(page);
  });
  // The browser logs the page that asks for the password.
  faults.length = 0;
});

test("without JavaScript a client unlocks, looks, chooses, comments and sends, on a phone", async ({
  browser,
  makeRoom,
  baseURL,
}) => {
  const { url } = await makeRoom({ password: "open sesame" });
  const page = await withoutScript(browser, baseURL ?? "");
  await page.goto(url);
  await expect(page.getByText("For Ana and Ben")).toBeHidden();
  await page.getByLabel("Enter the password to open it").fill("wrong one");
  await page.getByRole("button", { name: "Open" }).click();
  await expect(page.getByRole("alert")).toHaveText("Wrong password");
  await page.getByLabel("Enter the password to open it").fill("open sesame");
  await page.getByRole("button", { name: "Open" }).click();

  await expect(page.getByRole("heading", { name: "For Ana and Ben" })).toBeVisible();
  await heart(page, "dawn").click();
  await expect(heart(page, "dawn")).toHaveAttribute("aria-pressed", "true");
  await page.locator("[data-photo] a").nth(1).click();
  await heart(page, "gate").click();
  await expect(heart(page, "gate")).toHaveAttribute("aria-pressed", "true");
  await page.getByText("Comment", { exact: true }).click();
  await page.getByLabel("Comment on this photo").fill("Crop it");
  await page.getByRole("button", { name: "Save comment" }).click();
  await expect(page.getByText("Comment ✓")).toBeVisible();
  await page.getByRole("link", { name: "Close" }).click();
  await expect(bar(page)).toContainText("2 chosen");
  await page.getByRole("button", { name: "Send selection" }).click();
  await page.getByLabel("Your name").fill("Ben");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(bar(page)).toContainText("2 chosen. Sent by Ben");
  await page.context().close();
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("a client chooses by tapping, comments and sends, and nothing is wider than the screen", async ({
    page,
    makeRoom,
  }) => {
    const { url } = await makeRoom({ selection_limit: 2 });
    await openPage(page, url);
    await heart(page, "dawn").tap();
    await expect(heart(page, "dawn")).toHaveAttribute("aria-pressed", "true");
    await expect(bar(page)).toContainText("1 of 2 chosen");
    await expect(bar(page)).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);

    await page.locator("[data-photo] a").nth(1).tap();
    await expect(page.getByRole("region", { name: "Photo viewer" })).toBeVisible();
    const chosen = page.getByRole("region", { name: "Photo viewer" }).getByRole("button", { name: "Choose gate" });
    await tapUntil(chosen, (timeout) => expect(chosen).toHaveAttribute("aria-pressed", "true", { timeout }));
    const comment = page.getByLabel("Comment on this photo");
    await tapUntil(page.getByText("Comment", { exact: true }), (timeout) => expect(comment).toBeVisible({ timeout }));
    await comment.fill("Crop it");
    await expect(page.getByText("Saved")).toBeVisible();
    await expect(comment).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await page.goBack();

    await page.getByRole("button", { name: "Send selection" }).tap();
    const form = page.getByRole("dialog", { name: "Send selection" });
    await form.getByLabel("Your name").fill("Ben");
    await form.getByRole("button", { name: "Send", exact: true }).tap();
    await expect(bar(page)).toContainText("2 chosen. Sent by Ben");
    await expect(heart(page, "dawn")).toBeDisabled();
  });
});

test("hearts and comments that cannot be sent are kept, sent once, joined with another client's, and said in words", async ({
  page,
  makeRoom,
  gallery,
  faults,
}) => {
  const room = await makeRoom({ selection_limit: 2 });
  const [dawn, gate] = gallery.photos.map(({ id }) => id);
  if (!dawn || !gate) throw new Error("no photos");
  const other = visitRoom(gallery, room);
  const viewer = page.getByRole("region", { name: "Photo viewer" });
  const comment = viewer.getByLabel("Comment on this photo");
  const openComment = () => clickControl(viewer.getByText(/^Comment( ✓)?$/));
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "PUT" && sent.push(request.url()));
  await openPage(page, `${room.url}/photo/${gate}`);

  await test.step("while the server fails, and after a reload", async () => {
    await page.route("**/picks/*", (route) => route.fulfill({ status: 503, body: "Bad gateway" }));
    await page.keyboard.press("h");
    await openComment();
    await comment.fill("Black and white");
    await expect(viewer.getByText("Not sent yet: 1 heart, 1 comment")).toHaveCount(2);
    await page.reload();
    await expect(heart(page, "gate").last()).toHaveAttribute("aria-pressed", "true");
    await openComment();
    await expect(comment).toHaveValue("Black and white");
    await expect(viewer.getByText("Not sent yet: 1 heart, 1 comment")).toHaveCount(2);
    await expectAccessible(page);
  });

  await test.step("the connection is back, and another client has commented since", async () => {
    await other.pick(gate, { comment: "Crop it" });
    await page.unroute("**/picks/*");
    await expect(viewer.getByText("Saved")).toHaveCount(2);
    await expect(comment).toHaveValue("Crop it\n\nBlack and white");
    const { selection } = await other.selection();
    expect(selection.picks).toMatchObject([{ photo_id: gate, picked: true, comment: "Crop it\n\nBlack and white" }]);
    expect(selection.picks).toHaveLength(1);
  });

  await test.step("what was sent is not sent again", async () => {
    await other.pick(gate, { picked: false });
    sent.length = 0;
    await openPage(page, `${room.url}/photo/${gate}`);
    await expect(heart(page, "gate").last()).toHaveAttribute("aria-pressed", "false");
    await other.pick(dawn, { comment: "Lighter" });
    await openPage(page, room.url);
    await expect(bar(page)).toContainText("0 of 2 chosen");
    expect(sent).toEqual([]);
  });

  await test.step("a heart that others left no room for goes back, and says why", async () => {
    await page.context().setOffline(true);
    await heart(page, "arcade").click();
    await expect(bar(page)).toContainText("1 of 2 chosen");
    await expect(bar(page)).toContainText("Not sent yet: 1 heart");
    for (const id of [dawn, gate]) await other.pick(id, { picked: true });
    await page.context().setOffline(false);
    await expect(bar(page)).toContainText("You can choose at most 2 photos");
    await expect(heart(page, "arcade")).toHaveAttribute("aria-pressed", "false");
    await expect(heart(page, "dawn")).toHaveAttribute("aria-pressed", "true");
  });

  await test.step("a comment after the selection was sent stays in its field, with the reason", async () => {
    await openPage(page, `${room.url}/photo/${dawn}`);
    await openComment();
    await page.context().setOffline(true);
    await comment.fill("Lighter, and larger");
    await other.send({ name: "Ana" });
    await page.context().setOffline(false);
    const reason = "Not saved. This selection was sent and can no longer be changed.";
    await expect(viewer.getByText(reason)).toBeVisible();
    await page.reload();
    await openComment();
    await expect(comment).toHaveValue("Lighter, and larger");
    await expect(viewer.getByText(reason)).toBeVisible();
    await viewer.getByRole("button", { name: "Discard" }).click();
    await expect(comment).toHaveValue("Lighter");
  });
  // The failed requests.
  faults.length = 0;
});

/** A first tap may only bring faded controls back. */
async function tapUntil(control: Locator, isDone: (timeout: number) => Promise<void>): Promise<void> {
  await expect(async () => {
    if (
      await isDone(1).then(
        () => true,
        () => false,
      )
    )
      return;
    const box = await control.boundingBox();
    if (!box) throw new Error("the control is not on the page");
    await control.page().touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await isDone(1_000);
  }).toPass();
}

async function withoutScript(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE, baseURL });
  return context.newPage();
}
