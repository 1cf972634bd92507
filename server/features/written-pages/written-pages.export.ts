import { z } from "zod";
import type { AlbumId } from "../../../contract/album-id.ts";
import { PAGE_KINDS, type PageKind } from "../../../contract/limits.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { isSlug } from "../../../contract/slug.ts";
import { Block, type PageId, type WrittenPage, WrittenPageFields } from "../../../contract/written-pages.ts";
import type { Deps } from "../../deps.ts";
import { changeLibrary } from "../../library/change-library.ts";
import { readExported } from "../../library/read-exported.ts";
import { whySlugIsTaken } from "../../library/written/slugs.ts";
import { findPageBySlug } from "../../library/written/written-pages.queries.ts";
import { asMarkdown } from "./as-markdown.ts";
import * as queries from "./written-pages.queries.ts";
import { createPage, listPages, presentPage } from "./written-pages.service.ts";

const [HeadingBlock, TextBlock, QuoteBlock, PhotosBlock, , EntriesBlock] = Block.options;
const ExportedBlock = z.discriminatedUnion("kind", [
  HeadingBlock,
  TextBlock,
  QuoteBlock,
  EntriesBlock,
  PhotosBlock.omit({ photo_ids: true }).extend({ files: z.array(z.string()).min(1).max(3) }),
  z.object({ kind: z.literal("album"), album: z.string() }),
]);
type ExportedBlock = z.infer<typeof ExportedBlock>;

const SlugText = z.string().refine(isSlug, "Use lowercase letters, digits, and single hyphens between them");
const ExportedPage = z.object({
  vitrine: z.literal(1),
  kind: z.enum(PAGE_KINDS),
  slug: SlugText,
  former_slugs: z.array(SlugText).default([]),
  ...WrittenPageFields.pick({ title: true, summary: true, status: true, in_menu: true, published_on: true }).shape,
  blocks: z.array(ExportedBlock),
});

const FOLDERS: Record<PageKind, string> = { page: "pages", entry: "journal" };

/** In the order that an import keeps: pages as in the menu, then entries. */
export const listPageFiles = async (deps: Pick<Deps, "db">): Promise<string[]> => (await listPages(deps)).map(fileOf);

const fileOf = ({ kind, slug }: Pick<WrittenPage, "kind" | "slug">) => `${FOLDERS[kind]}/${slug}.json`;

type Names = {
  fileOf: ReadonlyMap<PhotoId, string>;
  albumOf: ReadonlyMap<AlbumId, { slug: string; title: string; url: string }>;
};

/** Each page as JSON, and as Markdown to read. Photos are named by their file, albums by their slug. */
export async function* exportPages({ db }: Pick<Deps, "db">, names: Names) {
  const former = Map.groupBy(await queries.findFormerSlugs(db), ({ page_id }) => page_id);
  for (const row of await queries.findPages(db)) {
    const page = presentPage(row);
    const { id, kind, slug, title, summary, status, in_menu, published_on } = page;
    const former_slugs = (former.get(id) ?? []).map((each) => each.slug);
    const blocks = page.blocks.flatMap((block) => exportBlock(block, names));
    const exported = { kind, slug, former_slugs, title, summary, status, in_menu, published_on, blocks };
    yield { file: fileOf(page), content: `${JSON.stringify({ vitrine: 1, ...exported }, null, 2)}\n` };
    yield { file: fileOf(page).replace(/json$/, "md"), content: asMarkdown(page, names) };
  }
}

function exportBlock(block: Block, { fileOf, albumOf }: Names): ExportedBlock | [] {
  if (block.kind === "photos") {
    const { photo_ids, ...rest } = block;
    const files = photo_ids.flatMap((id) => fileOf.get(id) ?? []);
    return files.length > 0 ? { ...rest, files } : [];
  }
  if (block.kind !== "album") return block;
  const album = albumOf.get(block.album_id);
  return album ? { kind: "album", album: album.slug } : [];
}

type ToImport = {
  path: string;
  json: string;
  idOf: ReadonlyMap<string, PhotoId>;
  /** By the slug in the export. */
  albums: ReadonlyMap<string, { id: AlbumId }>;
  isMissing(file: string): boolean;
};

/**
 * The page that has its address stays as it is: an import can be repeated. Null where a category has it, or while a file is
 * missing that the page names: it is left for the import that finds it.
 */
export async function importPage(
  deps: Deps,
  { path, json, idOf, albums, isMissing }: ToImport,
): Promise<PageId | null> {
  const { vitrine: _vitrine, former_slugs, blocks, kind, slug, ...fields } = readExported(ExportedPage, json, path);
  const known = await findPageBySlug(deps.db, kind, slug);
  if (known) return known.id;
  if ((await whySlugIsTaken(deps.db, { kind, slug })) !== undefined) return null;
  const files = blocks.flatMap((block) => (block.kind === "photos" ? block.files : []));
  if (files.some((file) => !idOf.has(file) && isMissing(file))) return null;
  const page = await createPage(deps, { ...fields, kind, slug, blocks: blocks.flatMap(toBlock) });
  await changeLibrary(deps, async (trx) => {
    for (const former of former_slugs) {
      const isTaken = (await whySlugIsTaken(trx, { kind, slug: former })) !== undefined;
      if (!isTaken) await queries.insertFormerSlug(trx, page.id, kind, former);
    }
  });

  return page.id;

  function toBlock(block: ExportedBlock): Block | [] {
    if (block.kind === "photos") {
      const photo_ids = block.files.flatMap((file) => idOf.get(file) ?? []);
      return photo_ids.length > 0 ? { kind: "photos", photo_ids, caption: block.caption } : [];
    }
    if (block.kind !== "album") return block;
    const album = albums.get(block.album);
    return album ? { kind: "album", album_id: album.id } : [];
  }
}
