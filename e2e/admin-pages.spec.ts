import type { Page } from "@playwright/test";
import { createWrittenPage, getWrittenPage, listWrittenPages, updateWrittenPage } from "../contract/written-pages.ts";
import type { RunningSite } from "../rig/server.ts";
import { expectAccessible } from "./accessible.ts";
import { centreOf, drag, expect, message, named, test } from "./admin-site.ts";
import { expectAsPublished } from "./as-published.ts";
import { touchOn } from "./touch.ts";

const TWELVE = Array.from({ length: 12 }, (_, index) => `p${String(index + 1).padStart(2, "0")}.jpg`);

const canvas = (page: Page) => page.frameLocator("iframe");
const block = (page: Page, name: RegExp | string) => canvas(page).getByRole("region", { name });
const blocks = (page: Page) =>
  canvas(page)
    .locator(".editor-block")
    .evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")?.replace(/, block.*/, "")));
const isSaved = (page: Page) => expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();

async function write({ admin }: RunningSite, given: Record<string, unknown> = {}) {
  const body = { kind: "page", title: "About", blocks: [{ kind: "text", text: "Hello" }], ...given } as never;
  return (await admin.call(createWrittenPage, { body })).page;
}

/** Presses Tab until the focus is on it, at most forty times. */
async function tabTo(page: Page, name: string) {
  for (let press = 0; press < 40; press++) {
    const focused = await page.evaluate(() => {
      const outer = document.activeElement;
      const inner = outer instanceof HTMLIFrameElement ? outer.contentDocument?.activeElement : outer;
      return inner?.getAttribute("aria-label") ?? inner?.textContent;
    });
    if (focused === name) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${name}`);
}

test("a page of twelve photographs is written by keyboard alone, and published as it is seen", async ({
  page,
  site,
}) => {
  const album = await site.album("Harbour", { category: "urban" });
  await site.photos(album, named(...TWELVE));
  await page.goto("/admin/pages");
  await tabTo(page, "Add page");
  await page.keyboard.press("Enter");

  await test.step("its title and a text", async () => {
    await expect(page.getByLabel("Title")).toBeFocused();
    await page.keyboard.type("Eleven");
    await page.keyboard.press("Enter");
    await expect(canvas(page).getByLabel("Title")).toBeVisible();
    await tabTo(page, "Title");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Twelve");
    await tabTo(page, "Add a block");
    await page.keyboard.press("/");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.type("An *old* house");
    await page.keyboard.press("Escape");
    await expect(block(page, "Text, block 1 of 1")).toBeFocused();
    await expect(block(page, "Text, block 1 of 1").locator("em")).toHaveText("old");
  });

  await test.step("its keys are in the help", async () => {
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(help).toContainText("Alt + ↑ or ↓");
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
    await block(page, "Text, block 1 of 1").focus();
  });

  await test.step("twelve photographs", async () => {
    for (let row = 0; row < 4; row++) {
      await page.keyboard.press("/");
      for (let down = 0; down < 3; down++) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await expect(page.getByLabel("Search photos")).toBeFocused();
      for (const number of [1, 2, 3]) {
        await tabTo(page, `p${String(row * 3 + number).padStart(2, "0")}`);
        await page.keyboard.press("Space");
      }
      await tabTo(page, "Use 3 photographs");
      await page.keyboard.press("Enter");
      await expect(block(page, `Photographs, block ${row + 2} of ${row + 2}`)).toBeFocused();
    }
    await expect(canvas(page).locator("picture")).toHaveCount(12);
  });

  await test.step("its order, and undo", async () => {
    await page.keyboard.press("Alt+ArrowUp");
    await page.keyboard.press("Alt+ArrowUp");
    await page.keyboard.press("Alt+ArrowUp");
    await page.keyboard.press("Alt+ArrowUp");
    expect(await blocks(page)).toEqual(["Photographs", "Text", "Photographs", "Photographs", "Photographs"]);
    await page.keyboard.press("Control+z");
    expect((await blocks(page))[1]).toBe("Photographs");
    await page.keyboard.press("Control+Shift+z");
    expect((await blocks(page))[0]).toBe("Photographs");
    await isSaved(page);
    // What was undone and redone before it was sent is what the server has.
    await page.keyboard.press("Control+z");
    await expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeHidden();
    await page.keyboard.press("Control+Shift+z");
    await isSaved(page);
  });

  await test.step("what visitors get is what the editor shows", async () => {
    await page.getByRole("button", { name: "Publish" }).press("Enter");
    await expect(message(page, "Twelve published")).toBeVisible();
    const { pages } = await site.admin.call(listWrittenPages);
    expect(pages).toMatchObject([{ slug: "eleven", title: "Twelve", status: "public", url: "/eleven" }]);
    for (const written of pages) await expectAsPublished(page, written);
    await expect(page.locator("picture")).toHaveCount(12);
    await expectAccessible(page);
  });
});

test("the editor and the list of pages are accessible, and three pages are suggested at first", async ({
  page,
  site,
}) => {
  await page.goto("/admin/pages");
  await expect(page.getByRole("button", { name: "Add About" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Exhibitions" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add Imprint" }).click();
  await expect(block(page, /^Text/)).toBeVisible();
  await block(page, /^Text/).click();
  await expectAccessible(page);
  const { pages } = await site.admin.call(listWrittenPages);
  expect(pages).toMatchObject([{ title: "Imprint", status: "draft", in_menu: false }]);
});

test("a page that was changed elsewhere is not overwritten: both texts are offered", async ({ page, site }) => {
  const { id, revision } = await write(site);
  const read = async () => (await site.admin.call(getWrittenPage, { params: { id } })).page;
  await page.goto(`/admin/pages/${id}`);
  await expect(block(page, /^Text/)).toBeVisible();
  const theirs = { revision, blocks: [{ kind: "text" as const, text: "Theirs" }] };
  await site.admin.call(updateWrittenPage, { params: { id }, body: theirs });

  await block(page, /^Text/).click();
  await page.keyboard.type(" mine");
  const dialog = page.getByRole("dialog", { name: "This page was changed in another window" });
  await expect(dialog.getByRole("region", { name: "Your text" })).toContainText("Hello mine");
  await expect(dialog.getByRole("region", { name: "The other text" })).toContainText("Theirs");
  expect((await read()).blocks).toEqual(theirs.blocks);

  await dialog.getByRole("button", { name: "Keep my text" }).click();
  await expect(dialog).toBeHidden();
  expect((await read()).blocks).toEqual([{ kind: "text", text: "Hello mine" }]);
  await page.getByRole("button", { name: "Versions" }).click();
  const versions = page.getByRole("dialog", { name: "Earlier versions" });
  await expect(versions.getByRole("region")).toContainText("Hello");
  await versions.getByRole("button", { name: "Restore this version" }).click();
  await isSaved(page);
  await expect(block(page, /^Text/)).toHaveText(/^Hello(?! mine)/);
});

test("what the server did not get is offered again after a reload", async ({ page, site }) => {
  const { id } = await write(site);
  await page.goto(`/admin/pages/${id}`);
  await page.route(`**/api/v1/admin/pages/${id}`, (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await block(page, /^Text/).click();
  await page.keyboard.type(" and more");
  await expect(page.getByRole("group", { name: "Not saved" })).toBeVisible();

  await page.unrouteAll();
  await page.reload();
  await page.getByRole("group", { name: "From an earlier visit" }).getByRole("button", { name: "Restore" }).click();
  await expect(block(page, /^Text/)).toContainText("Hello and more");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect
    .poll(async () => (await site.admin.call(getWrittenPage, { params: { id } })).page.blocks)
    .toEqual([{ kind: "text", text: "Hello and more" }]);
});

test("blocks are dragged, and the owner's Edit on the public page leads to the block in view", async ({
  page,
  site,
}) => {
  const texts = ["one", "two", "three"].map((text) => ({ kind: "heading", text }));
  const { id } = await write(site, { status: "public", blocks: texts });
  await page.goto(`/admin/pages/${id}`);
  await block(page, /block 1 of 3/).hover();
  const target = await block(page, /block 3 of 3/).boundingBox();
  if (!target) throw new Error("not on screen");
  const below = { x: target.x + target.width / 2, y: target.y + target.height - 2 };
  await drag(page, block(page, /block 1 of 3/).getByRole("button", { name: "Drag to move" }), below);
  await page.mouse.up();
  await isSaved(page);
  const { page: moved } = await site.admin.call(getWrittenPage, { params: { id } });
  expect(moved.blocks.map((each) => "text" in each && each.text)).toEqual(["two", "three", "one"]);

  expect(await (await site.visitor.fetch("/about")).text()).not.toContain(">Edit<");
  await page.goto("/about");
  await page.getByRole("link", { name: "Edit" }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/pages/${id}#block-0$`));
  await expect(block(page, /block 1 of 3/)).toBeFocused();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a page of twelve photographs is written by touch", async ({ page, site }) => {
    const album = await site.album("Harbour", { category: "urban" });
    await site.photos(album, named(...TWELVE));
    const { id } = await write(site, { blocks: [] });
    await page.goto(`/admin/pages/${id}`);
    const add = async (name: string) => {
      await canvas(page).getByRole("button", { name: "Add a block", exact: true }).tap();
      await canvas(page).getByRole("menuitem", { name }).tap();
    };
    await add("Text");
    await page.keyboard.type("By touch");
    for (let row = 0; row < 4; row++) {
      await add("Photographs");
      for (const name of TWELVE.slice(row * 3, row * 3 + 3)) {
        await page.getByRole("checkbox", { name: name.replace(".jpg", ""), exact: true }).tap();
      }
      await page.getByRole("button", { name: "Use 3 photographs" }).tap();
      await expect(block(page, `Photographs, block ${row + 2} of ${row + 2}`)).toBeVisible();
    }
    await expect(canvas(page).locator("picture")).toHaveCount(12);
    const second = block(page, "Photographs, block 2 of 5");
    await second.tap({ position: { x: 5, y: 5 } });
    await second.getByRole("button", { name: "Caption" }).tap();
    await canvas(page).getByLabel("Caption", { exact: true }).fill("All three");
    await second.getByRole("button", { name: "Move up" }).tap();

    await test.step("and dragged by a finger", async () => {
      const first = block(page, "Photographs, block 1 of 5");
      const from = await centreOf(first.getByRole("button", { name: "Drag to move" }));
      const to = await centreOf(block(page, "Text, block 2 of 5"));
      const finger = await touchOn(page);
      await finger.start([from]);
      await finger.move([{ x: from.x, y: from.y + 20 }]);
      await finger.move([{ x: to.x, y: to.y + 30 }]);
      await finger.end();
      await expect(block(page, "Text, block 1 of 5")).toBeVisible();
    });
    await isSaved(page);
    const { page: written } = await site.admin.call(getWrittenPage, { params: { id } });
    expect(written.blocks).toMatchObject([
      { kind: "text", text: "By touch" },
      { kind: "photos", caption: "All three" },
      ...[1, 2, 3].map(() => ({ kind: "photos", caption: "" })),
    ]);
  });
});
