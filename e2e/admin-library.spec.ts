import type { Page } from "@playwright/test";
import { listPhotos } from "../contract/photos.ts";
import { makePicture } from "../rig/make-picture.ts";
import { upload } from "../rig/upload.ts";
import { expectAccessible } from "./accessible.ts";
import { centreOf, expect, expectToFit, message, named, test, tile, undoOf } from "./admin-site.ts";

const tiles = (page: Page) => page.getByRole("listbox", { name: "Photos" }).getByRole("option");
const selected = (page: Page) => page.getByRole("listbox").getByRole("option", { selected: true });

test("all content has a count, search, filters and sorting, kept in the URL", async ({ page, site }) => {
  const milano = await site.album("Milano", { category: "urban" });
  const rome = await site.album("Rome", { category: "travel" });
  const camera = { Make: "Leica Camera AG", Model: "LEICA M11" };
  const taken = { DateTimeOriginal: "2026:05:17 10:00:00", LensModel: "Summilux-M 35" };
  await site.photos(milano, named("ash.jpg"));
  const bytes = await makePicture({ exif: { IFD0: camera, IFD2: taken } });
  await upload(site.admin, milano, [{ name: "birch.jpg", bytes }]);
  await site.photos(rome, named("cedar.jpg"));
  await page.goto("/admin");
  await expect(page.getByText("3 photos", { exact: true })).toBeVisible();
  await expect(tiles(page)).toHaveCount(3);

  await test.step("at 820 px every filter and the search can be read in full", async () => {
    await expectToFit(page, 820);
    await expect(page.getByRole("option", { name: "Needs a description (3)" })).toHaveCount(1);
    for (const name of ["Category", "Album", "Collection", "Visibility"]) {
      const isCut = await page
        .getByRole("search")
        .getByLabel(name, { exact: true })
        .evaluate((select) => {
          const whole = select.cloneNode(true) as HTMLElement;
          whole.style.cssText = "position: absolute; width: max-content; max-width: none";
          select.after(whole);
          const needed = whole.getBoundingClientRect().width;
          whole.remove();
          return select.getBoundingClientRect().width < needed - 1;
        });
      expect(isCut, name).toBe(false);
    }
    const search = await page.getByRole("searchbox").boundingBox();
    expect(search?.width).toBeGreaterThanOrEqual(180);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("category, sorting and search", async () => {
    await page.getByLabel("Category", { exact: true }).selectOption("Urban");
    await expect(tiles(page)).toHaveCount(2);
    await expect(page.getByText("2 of 3 photos")).toBeVisible();
    await page.getByLabel("Sort").selectOption("Title");
    await expect(tiles(page).first()).toHaveAccessibleName("ash");
    await page.keyboard.press("/");
    await page.keyboard.type("birch ");
    await expect(tiles(page)).toHaveCount(1);
    await expect(page).toHaveURL(/q=birch/);
    await page.keyboard.type("tree");
    await expect(page.getByRole("searchbox")).toHaveValue("birch tree");
    await page.getByRole("searchbox").fill("birch");
    await expect(tiles(page)).toHaveCount(1);
    await page.reload();
    await expect(tiles(page)).toHaveCount(1);
    await expect(page.getByRole("searchbox")).toHaveValue("birch");
    await page.getByRole("searchbox").fill("nothing like it");
    await expect(page.getByRole("heading", { name: "No photos match" })).toBeVisible();
    await page.getByRole("main").getByRole("button", { name: "Clear filters" }).last().click();
    await expect(tiles(page)).toHaveCount(3);
  });

  await test.step("a search shows the best match first, unless another order is chosen", async () => {
    const sort = page.getByLabel("Sort");
    const chosen = sort.locator("option:checked");
    await sort.selectOption("Newest first");
    await page.getByRole("searchbox").fill("a");
    await expect(chosen).toHaveText("Best match");
    await expect(tiles(page).first()).toHaveAccessibleName("ash");
    await sort.selectOption("Newest first");
    await expect(tiles(page).first()).toHaveAccessibleName("cedar");
    await page.getByRole("searchbox").fill("");
    await expect(chosen).toHaveText("Newest first");
    await expect(tiles(page).first()).toHaveAccessibleName("cedar");
  });

  await test.step("filters chosen faster than the page shows them all count", async () => {
    await page.getByRole("search").evaluate((search) => {
      const choose = (label: string, value: string) => {
        const select = [...search.querySelectorAll("select")].find(({ labels }) => labels[0]?.textContent === label);
        if (!select) throw new Error(label);
        select.value = value;
        select.dispatchEvent(new Event("change", { bubbles: true }));
      };
      const next = [() => choose("Visibility", "0"), () => choose("Collection", "unassigned")];
      // Observers run as soon as the page changes, before React runs its effects.
      new MutationObserver(() => next.shift()?.()).observe(search, { attributeFilter: ["class"], subtree: true });
      choose("Category", "urban");
    });
    await expect(page).toHaveURL(/category=urban&visibility=0&show=unassigned/);
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await expect(tiles(page)).toHaveCount(3);
  });

  await test.step("camera, lens and capture date", async () => {
    await page.getByRole("button", { name: "Camera and date" }).click();
    const filters = page.getByRole("group", { name: "Camera and date" });
    await filters.getByLabel("Camera").selectOption({ index: 1 });
    await expect(tiles(page)).toHaveCount(1);
    await expect(tiles(page).first()).toHaveAccessibleName("birch");
    await filters.getByLabel("Lens").selectOption({ label: "Summilux-M 35 (1)" });
    await filters.getByLabel("Captured from").fill("2026-05-17");
    await filters.getByLabel("Captured until", { exact: true }).fill("2026-05-17");
    await expect(page).toHaveURL(/from=2026-05-17&to=2026-05-17/);
    await expect(tiles(page)).toHaveCount(1);
    await expectAccessible(page);
    await filters.getByLabel("Captured until", { exact: true }).fill("2026-05-16");
    await expect(page.getByRole("heading", { name: "No photos match" })).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await expect(tiles(page)).toHaveCount(3);
    await expect(filters.getByLabel("Captured from")).toHaveValue("");
  });

  await test.step("what photos lack", async () => {
    await page.getByLabel("Collection").selectOption("Untitled");
    await expect(page.getByRole("heading", { name: "No photos match" })).toBeVisible();
    await page.getByLabel("Collection").selectOption("No caption");
    await expect(tiles(page)).toHaveCount(3);
    await page.getByRole("searchbox").fill("leica");
    await expect(tiles(page)).toHaveCount(1);
    await expectToFit(page, 390);
  });
});

test("photos with the same file are shown together, and all copies but the first go to the trash and come back", async ({
  page,
  site,
}) => {
  const album = await site.album("Milano");
  const [first] = await site.photos(album, named("ash.jpg"));
  await site.photos(album, named("birch.jpg"));
  const [copy] = await site.photos(album, named("ash.jpg"));
  await page.goto("/admin");
  await page.getByLabel("Collection").selectOption("Duplicates");
  await expect(tiles(page)).toHaveCount(2);
  await expect(page.getByLabel("Sort")).toHaveCount(0);
  await expectAccessible(page);
  await expectToFit(page, 390);

  await page.getByRole("button", { name: "Move all copies to trash but the first" }).click();
  const asked = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await expect(asked).toContainText("Are you sure you want to delete this copy?");
  await asked.getByRole("button", { name: "Move to trash" }).click();

  await expect(page.getByRole("heading", { name: "No photos match" })).toBeVisible();
  const inTrash = async () =>
    (await site.admin.call(listPhotos, { query: { deleted: "1" } })).photos.map(({ id }) => id);
  expect(await inTrash()).toEqual([copy?.id]);
  await undoOf(page, "ash moved to trash").click();
  await expect(tiles(page)).toHaveCount(2);
  expect(await inTrash()).toEqual([]);
  const { photos } = await site.admin.call(listPhotos, { query: { duplicates: "true" } });
  expect(photos.map(({ id }) => id)).toEqual([first?.id, copy?.id]);
});

test("photos are selected by mouse, keyboard and frame; a reload keeps a single one and the shape of tiles", async ({
  page,
  site,
}) => {
  await site.photos(await site.album("Milano"), named("1.jpg", "2.jpg", "3.jpg", "4.jpg", "5.jpg", "6.jpg"));
  await page.goto("/admin?sort=oldest");
  const picture = tile(page, "1").locator("img");
  const wholePhotos = (checked: boolean) => page.getByRole("switch", { name: "Whole photos", checked });

  await test.step("the grid shows squares or whole photos", async () => {
    await expect(picture).toHaveAttribute("src", /thumb/);
    await wholePhotos(false).click();
    await expect(picture).toHaveAttribute("src", /medium/);
    await expect(picture).toHaveCSS("object-fit", "contain");
  });

  await tile(page, "2").click();
  await expect(selected(page)).toHaveCount(1);
  await tile(page, "4").click({ modifiers: ["Shift"] });
  await expect(selected(page)).toHaveCount(3);
  await tile(page, "3").click({ modifiers: ["Control"] });
  await expect(selected(page)).toHaveCount(2);
  await expect(page.getByRole("complementary", { name: "Photo details" })).toContainText("2 photos");

  await page.keyboard.press("Control+a");
  await expect(selected(page)).toHaveCount(6);
  await expect(page.getByRole("toolbar").getByText("6 selected")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(selected(page)).toHaveCount(0);

  await page.keyboard.press("Home");
  await expect(tile(page, "1")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(tile(page, "2")).toBeFocused();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(selected(page)).toHaveCount(2);
  await page.keyboard.press("Control+ArrowRight");
  await page.keyboard.press("Control+Space");
  await expect(selected(page)).toHaveCount(3);
  await page.keyboard.press("End");
  await expect(selected(page)).toHaveAccessibleName("6");
  // A moment later: until then, the URL may have the photo that was selected alone before.
  await expect(page).toHaveURL(new RegExp(`photo=${await selected(page).getAttribute("data-photo-id")}$`));
  await page.reload();
  await expect(selected(page)).toHaveAccessibleName("6");
  await expect(wholePhotos(true)).toBeVisible();
  await expect(picture).toHaveAttribute("src", /medium/);

  const first = await centreOf(tile(page, "1"));
  const second = await centreOf(tile(page, "2"));
  const last = await tile(page, "6").boundingBox();
  if (!last) throw new Error("Not on screen");
  await page.mouse.move(first.x, last.y + last.height + 60);
  await page.mouse.down();
  await page.mouse.move(second.x, first.y, { steps: 8 });
  await page.mouse.up();
  await expect(tile(page, "1")).toHaveAttribute("aria-selected", "true");
  await expect(tile(page, "2")).toHaveAttribute("aria-selected", "true");
  await expect(tile(page, "3")).toHaveAttribute("aria-selected", "false");
});

test("changes show before the server responds, and can be undone", async ({ page, site }) => {
  await site.photos(await site.album("Milano"), named("ash.jpg", "birch.jpg"));
  await page.goto("/admin");

  await test.step("a bulk change", async () => {
    await tile(page, "ash").click();
    await page.keyboard.press("Control+a");
    const response = Promise.withResolvers<void>();
    await page.route("**/photos/bulk", async (route) => {
      await response.promise;
      await route.continue();
    });
    await page.keyboard.press("f");
    await expect(tile(page, "ash, Favorite")).toBeVisible();
    await expect(tile(page, "birch, Favorite")).toBeVisible();
    response.resolve();
    await expect(message(page, "2 photos added to Favorites")).toBeVisible();
    const favorites = () => site.admin.call(listPhotos, { query: { favorite: "1" } });
    expect((await favorites()).total).toBe(2);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(tile(page, "ash")).toHaveAccessibleName("ash");
    await expect.poll(async () => (await favorites()).total).toBe(0);
  });

  await test.step("a move to the trash, right after the confirmation", async () => {
    await page.evaluate(() => {
      window.addEventListener("photoUpdated", (event) => {
        const { action, photo } = (event as CustomEvent).detail;
        document.body.dataset.heard = `${action} ${photo?.title} ${photo?.deleted}`;
      });
    });
    await tile(page, "ash").click();
    await page.keyboard.press("Delete");
    const question = page.getByRole("dialog");
    await expect(question).toContainText("Are you sure you want to delete this photo?");
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(question).toBeHidden();
    await expect(tiles(page)).toHaveCount(2);

    await page.keyboard.press("Delete");
    await question.getByRole("button", { name: "Move to trash" }).click();
    await expect(tiles(page)).toHaveCount(1);
    await expect(page.getByRole("complementary", { name: "Photo details" })).toBeHidden();
    // The keyboard continues from the photo that took its place.
    await expect(tile(page, "birch")).toBeFocused();
    await expect(page.locator("body[data-heard='movedToTrash ash true']")).toBeAttached();
    await expect(page.getByRole("link", { name: /^Trash/ })).toContainText("1");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(tiles(page)).toHaveCount(2);
    await expect(page.getByText("2 photos", { exact: true })).toBeVisible();
  });
});
