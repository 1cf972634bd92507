import { expectAccessible } from "./accessible.ts";
import { announcement, expect, message, test } from "./admin-site.ts";
import { albumOfTrees, openTable, prints } from "./album-of-trees.ts";

test("triptychs, places, zoom and versions need no pointer, and are announced", async ({ page, site }) => {
  const { line } = await albumOfTrees(site);
  await openTable(page);
  await prints(page).focus();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  await test.step("a triptych, and its gaps", async () => {
    await press("p", "p");
    await expect(announcement(page)).toHaveText("ash, birch, and cedar are a triptych");
    await press("p");
    await expect(announcement(page)).toHaveText("At most three photos can be together");
    await press("Enter");
    await expect(announcement(page)).toHaveText("The photos touch");
    await press("s");
    await expect(announcement(page)).toHaveText("ash, birch, and cedar split");
    await press("s");
    await expect(announcement(page)).toHaveText("It is not a pair");
  });

  await test.step("to a place by its number", async () => {
    await press("m");
    await expect(page.getByRole("spinbutton", { name: "Position, 1 to 5" })).toBeFocused();
    await page.keyboard.type("4");
    await press("Enter");
    await expect(announcement(page)).toHaveText("ash moved, now between dogwood and elm");
    await expect.poll(() => line()).toBe("birch cedar dogwood ash elm");
  });

  await test.step("a text that stays empty leaves nothing to undo", async () => {
    await prints(page).focus();
    await press("t", "Escape");
    await expect(prints(page).getByRole("option")).toHaveCount(5);
    await press("Control+z");
    await expect(announcement(page)).toHaveText("Undone: ash moved, now between dogwood and elm");
    await press("Control+Shift+z");
  });

  await test.step("the keys and the wheel zoom what has the focus", async () => {
    for (const name of ["Prints of Porto", "Line of Porto"]) {
      const list = page.getByRole("listbox", { name });
      const height = async () => (await list.locator("img").first().boundingBox())?.height ?? 0;
      await list.focus();
      const before = await height();
      await press("-", "-");
      await expect.poll(height).toBeLessThan(before * 0.85);
      await press("+", "+");
      await expect.poll(async () => Math.abs((await height()) - before)).toBeLessThan(3);
      await list.hover();
      await page.keyboard.down("Control");
      await page.mouse.wheel(0, 120);
      await page.keyboard.up("Control");
      await expect.poll(height).toBeLessThan(before * 0.85);
    }
  });

  await test.step("a version is named, another one is taken, and one is deleted", async () => {
    await button("Actions for First edit").press("Enter");
    await press("Enter");
    await page.getByRole("textbox", { name: "Name" }).fill("For the book");
    await press("Enter");
    const version = page.getByRole("combobox", { name: "Version" });
    await expect(version).toHaveValue("2");
    await button("Actions for For the book").press("Enter");
    await press("ArrowDown", "Enter");
    await page.getByRole("textbox", { name: "Name" }).fill("For the wall");
    await press("Enter");
    await expect(version.getByRole("option", { name: "For the wall" })).toHaveCount(1);
    // It gives the focus back to the menu's button.
    await expect(page.getByRole("dialog")).toBeHidden();
    await version.focus();
    await press("ArrowUp");
    await expect(version).toHaveValue("1");
    await press("ArrowDown");
    await expect(version).toHaveValue("2");
  });

  await test.step("the preview is the public page at two widths, and Escape closes it", async () => {
    await button("Preview").press("Enter");
    const pane = page.getByRole("region", { name: "Preview of For the wall" });
    await expect(pane).toBeFocused();
    for (const title of ["Desktop, 1440 pixels wide", "Phone, 390 pixels wide"]) {
      await expect(page.frameLocator(`iframe[title="${title}"]`).locator("[data-photo]")).toHaveCount(5);
    }
    await expectAccessible(page);
    await press("Escape");
    await expect(pane).toBeHidden();
    await expect(button("Preview")).toBeFocused();
  });

  await test.step("a version that is not published is deleted", async () => {
    await button("Actions for For the wall").press("Enter");
    await press("End", "Enter");
    await page
      .getByRole("alertdialog")
      .or(page.getByRole("dialog"))
      .getByRole("button", { name: "Delete version" })
      .press("Enter");
    await expect(page.getByRole("combobox", { name: "Version" })).toHaveValue("1");
    await expect(message(page, /deleted/)).toBeVisible();
  });
});
