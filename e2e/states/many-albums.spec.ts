import { listAlbumPhotos, listAlbums } from "../../contract/albums.ts";
import { expect, test } from "./admin.ts";
import { album } from "./library.ts";

const CATEGORIES = ["urban", "portraits", "travel"];

test("with forty albums every link of the sidebar stays in view; albums are filtered, folded and searched", async ({
  page,
  api,
}) => {
  const albums = Array.from({ length: 40 }, (_, index) =>
    album(`Album-${index}`, { id: index + 1, category: CATEGORIES[index % 3] ?? "" }),
  );
  api.respond(listAlbums, { albums });
  api.respond(listAlbumPhotos, { photos: [] });
  await page.goto("/admin/album/album-38");
  const sidebar = page.getByRole("navigation", { name: "Admin" });
  const link = (name: string) => sidebar.getByRole("link", { name, exact: true });

  await test.step("at 900 px nothing is cut off, and the open album is in view", async () => {
    for (const name of ["All content", "Trash", "Settings", "View Site", "Album-38"]) {
      await expect(link(name)).toBeInViewport({ ratio: 0.95 });
    }
    expect(await sidebar.evaluate((nav) => nav.scrollHeight - nav.clientHeight)).toBeLessThanOrEqual(0);
  });

  await test.step("a filter leaves what matches", async () => {
    const filter = sidebar.getByRole("searchbox", { name: "Filter albums" });
    await filter.fill("album-3");
    await expect(link("Album-0")).toBeHidden();
    await expect(sidebar.getByRole("link", { name: /^Album-3/ })).toHaveCount(11);
    await filter.fill("nothing");
    await expect(sidebar.getByText("No album matches.")).toBeVisible();
    await filter.fill("");
  });

  await test.step("a category folds, and is folded after a reload", async () => {
    await sidebar.getByRole("button", { name: "Hide the albums of Urban" }).click();
    await expect(link("Album-0")).toBeHidden();
    await page.reload();
    await expect(link("Album-38")).toBeVisible();
    await expect(link("Album-0")).toBeHidden();
    await sidebar.getByRole("button", { name: "Show the albums of Urban" }).click();
    await expect(link("Album-0")).toBeVisible();
  });

  await test.step("All Albums is searched, also after a reload", async () => {
    await sidebar.getByRole("link", { name: /^All Albums/ }).click();
    const main = page.getByRole("main");
    await main.getByRole("searchbox", { name: "Search albums" }).fill("album-3");
    await expect(main.getByText("11 of 40 albums")).toBeVisible();
    await page.reload();
    await expect(main.getByText("11 of 40 albums")).toBeVisible();
    await main.getByRole("searchbox").fill("nothing");
    await expect(page.getByRole("heading", { name: "No albums match" })).toBeVisible();
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect(main.getByText("40 albums", { exact: true })).toBeVisible();
  });
});
