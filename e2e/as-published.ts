import { expect, type Page } from "@playwright/test";
import type { WrittenPage } from "../contract/written-pages.ts";

/** The editor's preview of a page is what visitors get, node by node. Leaves the public page open. */
export async function expectAsPublished(page: Page, { id, url }: Pick<WrittenPage, "id" | "url">): Promise<void> {
  await page.goto(url);
  const published = await page.locator("article").innerHTML();
  await page.goto(`/admin/pages/${id}`);
  await page.getByLabel("View", { exact: true }).selectOption("preview");
  const preview = page.frameLocator("iframe").locator("article");
  // React writes the attributes of an image in another order than the server, and the photos arrive one by one.
  await expect
    .poll(() =>
      preview.evaluate((article, published) => {
        const other = article.cloneNode(false) as Element;
        other.innerHTML = published;
        return other.isEqualNode(article) || article.innerHTML;
      }, published),
    )
    .toBe(true);
  await page.goto(url);
}
