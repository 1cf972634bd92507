import type { Page } from "@playwright/test";
import { getSequence, type Panel, saveSequence } from "../contract/sequences.ts";
import type { RunningSite } from "../rig/server.ts";
import { expect, named } from "./admin-site.ts";

const FILES = ["ash.jpg", "birch.jpg", "cedar.jpg", "dogwood.jpg", "elm.jpg"];

/** An album of five photos that are named after trees, and its line as "ash birch+cedar". */
export async function albumOfTrees(site: RunningSite) {
  const album = await site.album("Porto", { category: "travel" });
  const photos = await site.photos(album, named(...FILES));
  const names = new Map(photos.map(({ id, title }) => [id, title]));
  const params = { slug: album.slug };
  const read = async (version?: number) =>
    (await site.admin.call(getSequence, { params, query: version === undefined ? {} : { version } })).sequence;
  const write = (panels: Panel[]) =>
    panels
      .map((panel) => {
        if (panel.kind === "photos") return panel.photo_ids.map((id) => names.get(id)).join("+");
        return panel.kind === "pause" ? panel.width : `"${panel.heading}/${panel.body}"`;
      })
      .join(" ");
  return {
    line: async (version?: number) => write((await read(version)).panels),
    /** As another window would. */
    async reverse() {
      const { version_id, revision, panels } = await read();
      await site.admin.call(saveSequence, { params, body: { version_id, revision, panels: panels.toReversed() } });
    },
    shown: async () =>
      write(
        ((await (await site.visitor.fetch("/api/v1/albums/porto")).json()) as { data: { panels: Panel[] } }).data
          .panels,
      ),
  };
}

export const prints = (page: Page) => page.getByRole("listbox", { name: "Prints of Porto" });

export async function openTable(page: Page, address = "/admin/album/porto/table") {
  await page.goto(address);
  await expect(prints(page).getByRole("option")).toHaveCount(5);
}
