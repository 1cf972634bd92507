import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { BodyOf } from "../../../contract/endpoint.ts";
import { PAGE_VERSIONS_MAX } from "../../../contract/limits.ts";
import { paths } from "../../../contract/paths.ts";
import type {
  Block,
  createWrittenPage as createCall,
  PageId,
  updateWrittenPage as updateCall,
  WrittenPage,
  WrittenPageInList,
  WrittenPageVersion,
} from "../../../contract/written-pages.ts";
import type { Db } from "../../db/schema.ts";
import type { WrittenPageRow } from "../../db/written-page-table.ts";
import type { Deps } from "../../deps.ts";
import { invalid, notFound, pageChanged, pageNotFound } from "../../errors.ts";
import { type Actor, recordActivity } from "../../library/activity.ts";
import { changeLibrary, type LibraryChange } from "../../library/change-library.ts";
import { closeGaps, setPositions } from "../../library/orders/positions.queries.ts";
import { findExistingAlbums } from "../../library/shown/albums.queries.ts";
import { albumsIn, onlyWith, photosIn, readBlocks } from "../../library/written/blocks.ts";
import { whySlugIsTaken } from "../../library/written/slugs.ts";
import { freeSlug, slugBase } from "../albums/albums.slug.ts";
import { findPhotoStates } from "../photos/photos.service.ts";
import * as queries from "./written-pages.queries.ts";

/** What is changed within this time of the last version becomes one version: the editor saves as the owner types. */
const SITTING_MS = 2 * 60_000;

export async function listPages({ db }: Pick<Deps, "db">): Promise<WrittenPageInList[]> {
  return (await queries.findPages(db)).map(presentInList);
}

export async function getPage({ db }: Pick<Deps, "db">, id: PageId): Promise<WrittenPage> {
  return presentPage(await requirePage(db, id));
}

export function presentInList({ in_menu, blocks: _blocks, feed_id: _feed, ...row }: WrittenPageRow): WrittenPageInList {
  return { ...row, url: paths.written(row), in_menu: in_menu === 1 };
}

export const presentPage = (row: WrittenPageRow): WrittenPage => ({
  ...presentInList(row),
  blocks: readBlocks(row.blocks),
});

export async function createPage(
  deps: Deps,
  { kind, title, slug: chosen, ...given }: BodyOf<typeof createCall>,
  by?: Actor,
): Promise<WrittenPage> {
  const { summary = "", status = "draft", in_menu = kind === "page", blocks = [] } = given;
  const id = await changeLibrary(deps, async (trx) => {
    await requireExisting(trx, blocks);
    const slug = chosen ?? (await slugFor(trx, kind, title));
    await requireFreeSlug(trx, { kind, slug });
    const now = deps.now().toISOString();
    const id = await queries.insertPage(trx, {
      kind,
      slug,
      title,
      summary,
      status,
      in_menu: in_menu && kind === "page" ? 1 : 0,
      position: kind === "page" ? (await queries.findPageIds(trx)).length : null,
      published_on: given.published_on ?? (status === "public" ? now : null),
      changed_on: now,
      revision: 1,
      blocks: JSON.stringify(blocks),
      feed_id: randomUUID(),
    });
    if (status === "public") await recordStatus(deps, trx, { slug, title, status }, by);
    return id;
  });
  return getPage(deps, id);
}

export async function updatePage(
  deps: Deps,
  id: PageId,
  { revision, in_menu, blocks, ...columns }: BodyOf<typeof updateCall>,
  by?: Actor,
): Promise<WrittenPage> {
  await changeLibrary(deps, async (trx) => {
    const page = await requirePage(trx, id);
    if (revision !== page.revision) throw pageChanged();
    if (blocks) await requireExisting(trx, blocks);
    if (columns.slug !== undefined && columns.slug !== page.slug) await moveTo(trx, page, columns.slug);
    const changed = {
      ...page,
      ...columns,
      ...(in_menu !== undefined && page.kind === "page" && { in_menu: in_menu ? (1 as const) : (0 as const) }),
      ...(blocks && { blocks: JSON.stringify(blocks) }),
    };
    const now = deps.now().toISOString();
    if (changed.status === "public") changed.published_on ??= now;
    if (isDeepStrictEqual(changed, { ...page })) return;
    if (contentOf(changed) !== contentOf(page)) await keepVersion(deps, trx, page);
    const { id: _id, ...row } = { ...changed, revision: page.revision + 1, changed_on: now };
    await queries.updatePage(trx, id, row);
    if (changed.status !== page.status) await recordStatus(deps, trx, changed, by);
  });
  return getPage(deps, id);
}

const contentOf = ({ title, summary, blocks }: WrittenPageRow) => JSON.stringify([title, summary, blocks]);

/** The state before a change, unless one was kept a moment ago. */
async function keepVersion({ now }: Deps, trx: LibraryChange, page: WrittenPageRow): Promise<void> {
  const { id: page_id, title, summary, blocks, changed_on } = page;
  const kept = await queries.findVersions(trx, page_id);
  const isSameSitting = kept[0] && Date.parse(kept[0].saved_on) > now().getTime() - SITTING_MS;
  if (isSameSitting) return;
  await queries.insertVersion(trx, { page_id, title, summary, blocks, saved_on: changed_on });
  const tooMany = kept.slice(PAGE_VERSIONS_MAX - 1).map(({ id }) => id);
  if (tooMany.length > 0) await queries.deleteVersions(trx, tooMany);
}

export async function deletePage(deps: Deps, id: PageId, by?: Actor): Promise<void> {
  await changeLibrary(deps, async (trx) => {
    const { slug, title } = await requirePage(trx, id);
    await queries.deletePage(trx, id);
    await closeGaps(trx, "written_page.position");
    await recordActivity({ db: trx, now: deps.now }, { action: "page-deleted", ...by, detail: { page: slug, title } });
  });
}

export async function reorderPages(deps: Deps, ids: PageId[]): Promise<WrittenPageInList[]> {
  await changeLibrary(deps, async (trx) => {
    const pages = await queries.findPageIds(trx);
    const named = new Set(ids);
    const rest = pages.filter(({ id }) => !named.has(id));
    const isComplete = rest.every(({ in_menu }) => in_menu === 0);
    if (named.size !== ids.length || !isComplete || ids.length + rest.length !== pages.length) {
      throw invalid({ ids: ["Name each page of the menu exactly once"] });
    }
    await setPositions(trx, "written_page.position", [...ids, ...rest.map(({ id }) => id)]);
  });
  return listPages(deps);
}

export async function listVersions({ db }: Deps, id: PageId): Promise<WrittenPageVersion[]> {
  await requirePage(db, id);
  return (await queries.findVersions(db, id)).map(({ id, title, saved_on }) => ({ id, title, saved_on }));
}

export async function getVersion({ db }: Deps, page: PageId, number: number) {
  const version = (await queries.findVersions(db, page)).find(({ id }) => id === number);
  if (!version) throw notFound();
  const { id, title, summary, saved_on } = version;
  const blocks = readBlocks(version.blocks);
  return { id, title, summary, saved_on, blocks: onlyWith(blocks, await existingIn(db, blocks)) };
}

async function requirePage(db: Db, id: PageId): Promise<WrittenPageRow> {
  const page = await queries.findPage(db, id);
  if (!page) throw pageNotFound();
  return page;
}

async function requireExisting(db: Db, blocks: readonly Block[]): Promise<void> {
  const { hasPhoto, hasAlbum } = await existingIn(db, blocks);
  if (!photosIn(blocks).every(hasPhoto)) throw invalid({ blocks: ["A photo of this page does not exist"] });
  if (!albumsIn(blocks).every(hasAlbum)) throw invalid({ blocks: ["An album of this page does not exist"] });
}

/** Also those in the trash, and drafts: visitors see them when they return. */
async function existingIn(db: Db, blocks: readonly Block[]) {
  const photos = new Set((await findPhotoStates(db, photosIn(blocks))).map(({ id }) => id));
  const albums = await findExistingAlbums(db, albumsIn(blocks));
  return { hasPhoto: photos.has.bind(photos), hasAlbum: albums.has.bind(albums) };
}

/** The old address leads to the new one from now on. */
async function moveTo(trx: LibraryChange, { id, kind, slug: former }: WrittenPageRow, slug: string): Promise<void> {
  await requireFreeSlug(trx, { kind, slug, id });
  await queries.insertFormerSlug(trx, id, kind, former);
  await queries.deleteFormerSlug(trx, kind, slug);
}

async function requireFreeSlug(trx: LibraryChange, chosen: Parameters<typeof whySlugIsTaken>[1]): Promise<void> {
  const reason = await whySlugIsTaken(trx, chosen);
  if (reason !== undefined) throw invalid({ slug: [reason] });
}

/** The title's own, else the first free one of `about-2`, `about-3`, … */
async function slugFor(trx: LibraryChange, kind: WrittenPage["kind"], title: string): Promise<string> {
  const base = slugBase(title, kind);
  const taken = new Set<string>();
  for (;;) {
    const slug = freeSlug(base, taken);
    if ((await whySlugIsTaken(trx, { kind, slug })) === undefined) return slug;
    taken.add(slug);
  }
}

type Published = Pick<WrittenPageRow, "slug" | "title" | "status">;

async function recordStatus({ now }: Deps, trx: LibraryChange, { slug, title, status }: Published, by?: Actor) {
  const detail = { page: slug, title, visibility: status };
  await recordActivity({ db: trx, now }, { action: "visibility-changed", ...by, detail });
}
