import { createWrittenPage } from "../contract/written-pages.ts";
import { htmlComplaints } from "../rig/server/html-complaints.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, named, test } from "./admin-site.ts";
import { expectAsPublished } from "./as-published.ts";

/** From here to there. All 200 take some minutes: `npm run prove:pages`, and `-- -g "pages 0 to 19"` for those. */
const PARTS = process.env.VITRINE_ALL_PAGES
  ? Array.from({ length: 10 }, (_, part) => [part * 20, part * 20 + 19])
  : [[0, 5]];
const TEXTS = [
  "An *old* **house**, [more](https://example.com)\n\n- one\n- two",
  "x".repeat(120),
  "<b>no</b>\nsecond line",
  "日本 *写真*",
];

for (const [first = 0, last = 0] of PARTS) {
  test(`pages ${first} to ${last} of any blocks are valid, accessible, fit a phone, and are what the editor previews`, async ({
    page,
    site,
  }) => {
    test.setTimeout((last - first) * 10_000 + 60_000);
    const album = await site.album("Harbour", { category: "urban" });
    const photos = await site.photos(album, named("a.jpg", "b.jpg", "c.jpg"));
    for (let index = first; index <= last; index++) {
      const text = TEXTS[index % TEXTS.length] ?? "";
      const all = [
        { kind: "photos", photo_ids: photos.slice(0, 1 + (index % 3)).map(({ id }) => id), caption: text.slice(0, 90) },
        { kind: "text", text },
        { kind: "heading", text: text.slice(0, 60) },
        { kind: "quote", text, by: "Ada" },
        {
          kind: "entries",
          entries: [{ year: "2024", title: text.slice(0, 80), place: "Oslo", note: text, url: "/urban" }],
        },
        { kind: "album", album_id: album.id },
      ];
      const blocks = [...all.slice(index % 6), ...all.slice(0, index % 6)].slice(0, 1 + ((index * 5) % 6));
      const kind = index % 3 === 0 ? "entry" : "page";
      const body = { kind, title: `Page ${index}`, status: "public", in_menu: index - first < 3, blocks } as never;
      const { page: written } = await site.admin.call(createWrittenPage, { body });
      const html = await (await site.visitor.fetch(written.url)).text();
      expect([written.url, htmlComplaints(html)]).toEqual([written.url, []]);
      await expectAsPublished(page, written);
      await page.setViewportSize(index % 2 ? { width: 390, height: 844 } : { width: 1440, height: 900 });
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    await page.goto("/journal");
    await expectAccessible(page);

    await test.step("their links in the menu stand apart", async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      const boxes = await page
        .getByRole("navigation", { name: "Main" })
        .getByRole("link")
        .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().toJSON()));
      expect(boxes.length).toBeGreaterThan(5);
      const gaps = boxes.slice(1).map(({ left }, index) => left - (boxes[index]?.right ?? left));
      expect(Math.min(...gaps)).toBeGreaterThan(12);
    });
  });
}
