import type { AlbumId } from "../../../contract/album-id.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { Block, ListedEntry, WrittenPage } from "../../../contract/written-pages.ts";

type Names = {
  fileOf: ReadonlyMap<PhotoId, string>;
  albumOf: ReadonlyMap<AlbumId, { title: string; url: string }>;
};

/** To read, and for other programs. Photographs are named as seen from the file's folder. */
export function asMarkdown({ title, published_on, summary, blocks }: WrittenPage, names: Names): string {
  const parts = [`# ${title}`, published_on?.slice(0, 10), summary && `*${summary}*`];
  return `${[...parts, ...blocks.map((block) => blockOf(block, names))].filter(Boolean).join("\n\n")}\n`;
}

function blockOf(block: Block, { fileOf, albumOf }: Names): string {
  switch (block.kind) {
    case "heading":
      return `## ${block.text}`;
    case "text":
      return block.text.trim();
    case "quote":
      return [...block.text.split("\n"), ...(block.by ? [`— ${block.by}`] : [])].map((line) => `> ${line}`).join("\n");
    case "photos": {
      const files = block.photo_ids.flatMap((id) => fileOf.get(id) ?? []);
      const pictures = files.map((file) => `![](../${encodeURI(file)})`).join("\n");
      return block.caption ? `${pictures}\n\n${block.caption}` : pictures;
    }
    case "album": {
      const album = albumOf.get(block.album_id);
      return album ? `[${album.title}](${album.url})` : "";
    }
    case "entries":
      return block.entries.map(entryOf).join("\n");
  }
}

function entryOf({ year, title, place, note, url }: ListedEntry): string {
  const what = url ? `[${title}](${url})` : title;
  return `- ${[year === "" ? "" : `**${year}**`, what, place, note].filter(Boolean).join(", ")}`;
}
