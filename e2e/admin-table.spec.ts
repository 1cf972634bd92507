import { expectAccessible } from "./accessible.ts";
import { announcement, expect, message, test, undoOf } from "./admin-site.ts";
import { albumOfTrees, openTable, prints } from "./album-of-trees.ts";
import { touchOn } from "./touch.ts";

test("the line is made by keyboard alone, and published", async ({ page, site }) => {
  const { line, shown } = await albumOfTrees(site);
  await page.goto("/admin/album/porto");
  await page.getByRole("button", { name: "Table", exact: true }).press("Enter");
  await expect(page).toHaveURL(/\/admin\/album\/porto\/table$/);
  await prints(page).focus();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  await test.step("pairs, pauses and texts", async () => {
    await press("ArrowRight", "p");
    await expect(announcement(page)).toHaveText("birch and cedar are a pair");
    await press(" ");
    await expect(announcement(page)).toHaveText("Pause added, between birch and cedar and dogwood");
    await press("End", "t");
    await page.keyboard.type("The road north");
    await press("Tab");
    await page.keyboard.type("Two weeks in November.");
    await press("Escape");
    await expect(prints(page)).toBeFocused();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await expect.poll(() => line()).toBe('ash birch+cedar half dogwood elm "The road north/Two weeks in November."');
    await expectAccessible(page);
  });

  await test.step("arrows walk, and move with Shift", async () => {
    await press("Home", "Shift+End");
    await expect(announcement(page)).toHaveText("ash moved, now at the end");
    await press("Shift+ArrowLeft", "Home", "s");
    await expect.poll(() => line()).toBe('birch cedar half dogwood elm ash "The road north/Two weeks in November."');
    await press("ArrowRight", "ArrowRight", "Enter");
    await expect.poll(() => line()).toContain("full");
    await press("Delete");
    await expect(announcement(page)).toHaveText("Pause removed");
    await expect.poll(() => line()).not.toContain("full");
  });

  await test.step("all of it can be undone and made again", async () => {
    for (let step = 0; step < 5; step += 1) await press("Control+z");
    await expect(announcement(page)).toHaveText("Undone: ash moved, now at the end");
    await expect.poll(() => line()).toBe('ash birch+cedar half dogwood elm "The road north/Two weeks in November."');
    await press("Control+Shift+z");
    await expect(announcement(page)).toHaveText("Redone: ash moved, now at the end");
    await press("Control+z");
  });

  await test.step("a second version is published, and Undo brings back the first", async () => {
    await page.getByRole("button", { name: "Actions for First edit" }).press("Enter");
    await press("Enter");
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Second edit");
    await press("Enter");
    await expect(page).toHaveURL(/version=2/);
    await expect(page.getByRole("combobox", { name: "Version" })).toHaveValue("2");
    await prints(page).focus();
    await press("Home", "Shift+ArrowRight");
    await expect.poll(() => line(2)).toMatch(/^birch\+cedar ash/);
    expect(await shown()).toMatch(/^ash birch/);
    await page.getByRole("button", { name: "Publish" }).press("Enter");
    await expect(message(page, "Second edit of Porto published. Visitors see it now.")).toBeVisible();
    await expect.poll(shown).toMatch(/^birch\+cedar ash/);

    await undoOf(page, "Second edit of Porto published. Visitors see it now.").press("Enter");
    await expect.poll(shown).toMatch(/^ash birch/);
  });

  await test.step("two versions are compared as parallel lines", async () => {
    await page.getByRole("button", { name: "Actions for Second edit" }).press("Enter");
    await page.getByRole("menuitem", { name: "Compare with First edit" }).press("Enter");
    const lines = page.getByRole("region", { name: "Second edit and First edit" });
    await expect(lines.getByRole("img", { name: "Photo 1 of 5, ash, is elsewhere" })).toBeVisible();
    await expect(page.getByText("1 photo is elsewhere; marked in both lines.")).toBeVisible();
    await expectAccessible(page);
  });
});

test("of a line that two windows change, neither is lost", async ({ page, site }) => {
  const { line, reverse } = await albumOfTrees(site);
  await openTable(page);
  await reverse();
  await prints(page).focus();
  await page.keyboard.press("p");
  const note = page.getByRole("alert", { name: "Changed in another window" });
  await expect(note).toBeVisible();
  expect(await line()).toBe("elm dogwood cedar birch ash");
  await expectAccessible(page);

  await test.step("both are kept", async () => {
    await note.getByRole("button", { name: "Keep both…" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Mine");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: "Version" })).toHaveValue("2");
    await expect(note).toBeHidden();
    expect(await line()).toBe("elm dogwood cedar birch ash");
    expect(await line(2)).toBe("ash+birch cedar dogwood elm");
  });

  await test.step("the other one is taken, and Undo brings back this one", async () => {
    await openTable(page, "/admin/album/porto/table?version=1");
    await reverse();
    await prints(page).focus();
    await page.keyboard.press("p");
    await note.getByRole("button", { name: "Take the other" }).click();
    await expect(note).toBeHidden();
    expect(await line()).toBe("ash birch cedar dogwood elm");
    await page.keyboard.press("Control+z");
    await expect.poll(() => line()).toBe("elm+dogwood cedar birch ash");
  });
});

test("a line that could not be saved stays on the table and in the browser", async ({ page, site }) => {
  const { line } = await albumOfTrees(site);
  await openTable(page);
  await page.route("**/sequence", (route) => (route.request().method() === "PUT" ? route.abort() : route.continue()));
  await prints(page).focus();
  await page.keyboard.press("p");
  await expect(page.getByText("Not saved. The line is kept in this browser.")).toBeVisible();
  await expect(prints(page).getByRole("option", { name: "Photos 1 to 2 of 5, a pair: ash and birch" })).toBeVisible();

  await page.unroute("**/sequence");
  await page.reload();
  await expect(prints(page).getByRole("option")).toHaveCount(5);
  expect(await line()).toBe("ash birch cedar dogwood elm");
  const offer = page.getByRole("region", { name: "From an earlier visit" });
  await offer.getByRole("button", { name: "Restore" }).click();
  await expect(offer).toBeHidden();
  await expect.poll(() => line()).toBe("ash+birch cedar dogwood elm");

  await test.step("Retry sends it again", async () => {
    await page.route("**/sequence", (route) => (route.request().method() === "PUT" ? route.abort() : route.continue()));
    await prints(page).focus();
    await page.keyboard.press("s");
    await expect(page.getByText("Not saved. The line is kept in this browser.")).toBeVisible();
    await page.unroute("**/sequence");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    expect(await line()).toBe("ash birch cedar dogwood elm");
  });
});

test("prints are dragged by mouse and by finger", async ({ page, site }) => {
  const { line } = await albumOfTrees(site);
  await page.setViewportSize({ width: 1024, height: 768 });
  await openTable(page);
  const boxOf = async (name: string) => {
    const option = prints(page).getByRole("option", { name: new RegExp(`${name}$`) });
    const box = await option.boundingBox();
    if (!box) throw new Error(`No print of ${name}`);
    return { ...box, at: (share: number) => ({ x: box.x + box.width * share, y: box.y + box.height / 2 }) };
  };

  await test.step("onto the edge of another: a pair", async () => {
    const [elm, ash] = [await boxOf("elm"), await boxOf("ash")];
    const [from, to] = [elm.at(0.5), ash.at(0.75)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => line()).toBe("ash+elm birch cedar dogwood");
  });

  await test.step("Escape drops it where it was", async () => {
    const from = (await boxOf("birch")).at(0.5);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 300, from.y, { steps: 4 });
    await page.keyboard.press("Escape");
    await page.mouse.up();
    expect(await line()).toBe("ash+elm birch cedar dogwood");
  });

  await test.step("between two, with a finger that rests on it first", async () => {
    const touch = await touchOn(page);
    const [dogwood, birch] = [await boxOf("dogwood"), await boxOf("birch")];
    const [from, to] = [dogwood.at(0.5), { x: birch.x - 8, y: birch.y + 40 }];
    await touch.start([from]);
    await expect(prints(page).locator("[data-dragged]")).toHaveCount(1);
    for (const share of [0.3, 0.6, 1]) {
      await touch.move([{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }]);
    }
    await touch.end();
    await expect.poll(() => line()).toBe("ash+elm dogwood birch cedar");
  });

  await test.step("a pause from the palette, into the line below", async () => {
    const strip = page.getByRole("listbox", { name: "Line of Porto" });
    await strip.press("Home");
    const first = await strip.getByRole("option").first().boundingBox();
    const pause = await page.getByRole("button", { name: "Pause", exact: true }).boundingBox();
    if (!first || !pause) throw new Error("Not on screen");
    await page.mouse.move(pause.x + 10, pause.y + 10);
    await page.mouse.down();
    await page.mouse.move(first.x + 4, first.y + 40, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => line()).toBe("half ash+elm dogwood birch cedar");
  });
});
