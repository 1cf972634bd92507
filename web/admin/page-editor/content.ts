import type { Block, WrittenPage } from "../../../contract/written-pages.ts";

/** What the editor changes. Its JSON is what is kept in the browser until the server has it. */
export type Content = { title: string; summary: string; blocks: Block[] };

/** In one order of fields, so that two contents are the same if their JSON is. */
export const contentOf = ({ title, summary, blocks }: Pick<WrittenPage, "title" | "summary" | "blocks">): Content => ({
  title,
  summary,
  blocks: blocks.map(inOrder),
});

function inOrder(block: Block): Block {
  switch (block.kind) {
    case "quote":
      return { kind: "quote", text: block.text, by: block.by };
    case "photos":
      return { kind: "photos", photo_ids: block.photo_ids, caption: block.caption };
    case "entries":
      return {
        kind: "entries",
        entries: block.entries.map(({ year, title, place, note, url }) => ({ year, title, place, note, url })),
      };
    default:
      return block;
  }
}

/** A text from the browser's storage may be of another version of this program. */
export function readContent(json: string, otherwise: Content): Content {
  try {
    const read = JSON.parse(json);
    return typeof read?.title === "string" && Array.isArray(read.blocks) ? read : otherwise;
  } catch {
    return otherwise;
  }
}

/** Whether the server would store them as the same. */
export const isSameContent = (one: string, other: string) =>
  one === other || JSON.stringify(trimmed(one)) === JSON.stringify(trimmed(other));

function trimmed(json: string): unknown {
  const content = JSON.parse(json);
  return { ...content, title: String(content.title).trim() };
}

export const withBlock = (blocks: readonly Block[], index: number, block: Block): Block[] => [
  ...blocks.slice(0, index),
  block,
  ...blocks.slice(index + 1),
];

export const withNewBlock = (blocks: readonly Block[], index: number, block: Block): Block[] => [
  ...blocks.slice(0, index),
  block,
  ...blocks.slice(index),
];

export const withoutBlock = (blocks: readonly Block[], index: number): Block[] => [
  ...blocks.slice(0, index),
  ...blocks.slice(index + 1),
];

export function withMoved(blocks: readonly Block[], from: number, to: number): Block[] {
  const block = blocks[from];
  return block ? withNewBlock(withoutBlock(blocks, from), to, block) : [...blocks];
}

/** To read beside another text. */
export function plainText({ title, blocks }: Content): string {
  return [title, ...blocks.map(textOf)].filter(Boolean).join("\n\n");
}

function textOf(block: Block): string {
  switch (block.kind) {
    case "heading":
    case "text":
      return block.text;
    case "quote":
      return `“${block.text}” ${block.by}`.trim();
    case "photos":
      return `[${block.photo_ids.length === 1 ? "Photograph" : `${block.photo_ids.length} photographs`}] ${block.caption}`.trim();
    case "album":
      return "[Album]";
    case "entries":
      return block.entries.map(({ year, title, place }) => [year, title, place].filter(Boolean).join(" ")).join("\n");
  }
}

export const BLOCK_NAMES: Record<Block["kind"], string> = {
  heading: "Heading",
  text: "Text",
  quote: "Quote",
  photos: "Photographs",
  album: "Album",
  entries: "List of entries",
};
