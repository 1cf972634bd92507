import { PREFERRED_ALBUM_CATEGORY } from "../../../contract/limits.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { requireAlbum } from "../../library/shown/albums.ts";
import { createAlbum } from "../albums/albums.service.ts";
import { slugBase } from "../albums/albums.slug.ts";
import { listAdminCategories } from "../categories/categories.service.ts";
import * as queries from "./inbox.queries.ts";

/** The slug of the album that a folder is for, by its slug, or else by its title. */
export async function findFolderAlbum({ db }: Deps, folder: string): Promise<string | undefined> {
  for (const slug of new Set([folder.normalize(), slugBase(folder)])) {
    const album = await requireAlbum(db, slug).catch((error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
    if (album) return album.slug;
  }
  return (await queries.findAlbumTitled(db, titleOf(folder)))?.slug;
}

/** A draft: visitors see it when its owner has looked at it. */
export async function makeFolderAlbum(deps: Deps, folder: string): Promise<string> {
  const keys = (await listAdminCategories(deps)).map(({ key }) => key);
  const category = keys.find((key) => key === PREFERRED_ALBUM_CATEGORY) ?? keys[0] ?? "";
  const album = { title: titleOf(folder), category, description: "", status: "draft" as const };
  return (await createAlbum(deps, album)).slug;
}

const titleOf = (folder: string) => folder.normalize().trim();
