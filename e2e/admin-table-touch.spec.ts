import { expect, message, test, undoOf } from "./admin-site.ts";
import { albumOfTrees, openTable, prints } from "./album-of-trees.ts";
import { touchOn } from "./touch.ts";

test.use({ hasTouch: true, viewport: { width: 820, height: 1180 } });

test("everything on the table is done by touch on a tablet", async ({ page, site }) => {
  const { line, shown } = await albumOfTrees(site);
  await openTable(page);
  const touch = await touchOn(page);
  const tools = page.getByRole("toolbar", { name: "Table" });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const print = (name: string) =>
    prints(page)
      .locator("[data-piece]")
      .filter({ has: page.locator("img") })
      .nth(["ash", "birch", "cedar", "dogwood", "elm"].indexOf(name));
  const boxOf = async (name: string) => {
    const box = await print(name).boundingBox();
    if (!box) throw new Error(`No print of ${name}`);
    return box;
  };
  /** With a finger that rests on it first. The names are places: those of the first line. */
  const drag = async (name: string, to: { x: number; y: number }) => {
    const { x, y, width, height } = await boxOf(name);
    const from = { x: x + width / 2, y: y + height / 2 };
    await touch.start([from]);
    await expect(prints(page).locator("[data-dragged]")).toHaveCount(1);
    for (const share of [0.3, 0.6, 1]) {
      await touch.move([{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }]);
    }
    await touch.end();
  };
  const rightHalfOf = async (name: string) => {
    const { x, y, width, height } = await boxOf(name);
    return { x: x + width * 0.7, y: y + height / 2 };
  };

  await test.step("a pair and a triptych, by dragging onto the edge of another", async () => {
    await drag("elm", await rightHalfOf("ash"));
    await expect.poll(() => line()).toBe("ash+elm birch cedar dogwood");
    // Places have moved: the third print is birch, the last one dogwood.
    await drag("elm", await rightHalfOf("birch"));
    await expect.poll(() => line()).toBe("ash+elm+dogwood birch cedar");
  });

  await test.step("split, undo and redo", async () => {
    await print("ash").tap();
    await button("Split").tap();
    await expect.poll(() => line()).toBe("ash elm dogwood birch cedar");
    await button("Undo").tap();
    await expect.poll(() => line()).toBe("ash+elm+dogwood birch cedar");
    await button("Redo").tap();
    await expect.poll(() => line()).toBe("ash elm dogwood birch cedar");
  });

  await test.step("pair, move, pause and text, by buttons", async () => {
    await button("Pair").tap();
    await button("Move on").tap();
    await expect.poll(() => line()).toBe("dogwood ash+elm birch cedar");
    await button("Pause").tap();
    await button("Full screen").tap();
    await expect.poll(() => line()).toBe("dogwood ash+elm full birch cedar");
    await button("Text").tap();
    const heading = page.getByRole("textbox", { name: "Heading" });
    await expect(heading).toBeFocused();
    await page.keyboard.type("The road north");
    await button("Done").tap();
    await expect.poll(() => line()).toBe('dogwood ash+elm full "The road north/" birch cedar');
    await button("Remove the text").tap();
    await expect.poll(() => line()).toBe("dogwood ash+elm full birch cedar");
    for (const each of await tools.getByRole("button").all()) {
      const box = await each.boundingBox();
      expect(box?.height, "a finger hits it").toBeGreaterThanOrEqual(30);
    }
  });

  await test.step("two fingers zoom, and one that moves at once scrolls", async () => {
    const before = await boxOf("ash");
    const middle = { x: before.x + before.width / 2, y: before.y + before.height / 2 };
    const apart = (by: number) => [
      { x: middle.x - by, y: middle.y },
      { x: middle.x + by, y: middle.y },
    ];
    await touch.start(apart(30));
    for (const by of [36, 44, 54]) await touch.move(apart(by));
    await touch.end();
    await expect.poll(async () => (await boxOf("ash")).height / before.height).toBeGreaterThan(1.5);
    await expect(prints(page).locator("[data-dragged]")).toHaveCount(0);
    expect(await line()).toBe("dogwood ash+elm full birch cedar");
    const strip = page.getByRole("listbox", { name: "Line of Porto" }).locator("..");
    const box = await strip.boundingBox();
    if (!box) throw new Error("No line");
    const at = { x: box.x + 600, y: box.y + box.height / 2 };
    await touch.start([at]);
    for (const by of [40, 120, 260, 400]) await touch.move([{ x: at.x - by, y: at.y }]);
    await touch.end();
    await expect.poll(() => strip.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(100);
  });

  await test.step("a version is duplicated, named, switched, compared and previewed", async () => {
    await button("Actions for First edit").tap();
    await page.getByRole("menuitem", { name: "Duplicate…" }).tap();
    await page.getByRole("textbox", { name: "Name" }).fill("For the book");
    await button("Duplicate").tap();
    const version = page.getByRole("combobox", { name: "Version" });
    await expect(version).toHaveValue("2");
    await print("ash").tap();
    await button("Move on").tap();
    await expect.poll(() => line(2)).toMatch(/^ash\+elm dogwood/);
    await version.selectOption("1");
    await expect(page.getByRole("button", { name: "Publish" })).toHaveCount(0);
    await version.selectOption("2");
    await button("Actions for For the book").tap();
    await page.getByRole("menuitem", { name: "Compare with First edit" }).tap();
    await expect(page.getByText("marked in both lines.")).toBeVisible();
    await button("Close the comparison").tap();
    await button("Preview").tap();
    for (const name of ["Desktop, 1440 pixels wide", "Phone, 390 pixels wide"]) {
      await expect(page.frameLocator(`iframe[title="${name}"]`).locator("[data-photo]")).toHaveCount(5);
    }
    await button("Close the preview").tap();
  });

  await test.step("it is published, with Undo", async () => {
    await button("Publish").tap();
    const words = "For the book of Porto published. Visitors see it now.";
    await expect(message(page, words)).toBeVisible();
    await expect.poll(shown).toMatch(/^ash\+elm dogwood/);
    await undoOf(page, words).tap();
    await expect.poll(shown).toMatch(/^dogwood ash/);
  });
});
