import { listPhotos } from "../contract/photos.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, test, tile } from "./admin-site.ts";

test("the focal point is dragged or moved by keys, undone, and kept in view by covers", async ({ page, site }) => {
  const album = await site.album("Trees", { category: "urban" });
  await site.photos(album, [{ name: "ash.jpg", width: 1200, height: 600 }]);
  const saved = async () => (await site.admin.call(listPhotos)).photos[0]?.focal_point;
  await page.goto("/admin");
  await tile(page, "ash").click();
  await page.getByRole("button", { name: "Focal point" }).click();
  const [across, up] = [/from left to right/, /from bottom to top/].map((name) => page.getByRole("slider", { name }));
  if (!across || !up) throw new Error("No sliders");
  const preview = await page.getByRole("img", { name: "ash" }).boundingBox();
  if (!preview) throw new Error("No preview");
  await page.mouse.move(preview.x + preview.width * 0.5, preview.y + preview.height * 0.5);
  await page.mouse.down();
  await page.mouse.move(preview.x + preview.width * 0.9, preview.y + preview.height * 0.5, { steps: 4 });
  const crop = page.locator("figure", { hasText: "Category cover" }).locator("img");
  await expect.poll(() => crop.evaluate((img) => Number.parseInt(getComputedStyle(img).objectPosition, 10))).toBe(90);
  await page.mouse.up();
  await expect.poll(saved).toEqual({ x: 0.9, y: 0.5 });
  await expect(across).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await expect.poll(saved).toEqual({ x: 0.9, y: 0.52 });
  await expect(across).toHaveAttribute("aria-valuetext", "90 % from the left");
  await expect(up).toHaveAttribute("aria-valuetext", "52 % from the top");
  await expectAccessible(page);

  const visitor = await page.context().newPage();
  await visitor.goto(`${site.url}/urban`);
  await expect(visitor.getByRole("link", { name: /Trees/ }).locator("picture img").first()).toHaveCSS(
    "object-position",
    "90% 50%",
  );
  await visitor.close();
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(saved).toEqual({ x: 0.9, y: 0.5 });
  await page.getByRole("button", { name: "Automatic" }).click();
  await expect.poll(saved).toBeNull();
});
