import type { AdminAlbum } from "../../../contract/albums.ts";
import { PREFERRED_ALBUM_CATEGORY } from "../../../contract/limits.ts";
import type { Deps } from "../../deps.ts";
import { listAlbumPhotos } from "../albums/album-photos.service.ts";
import { createAlbum, listAlbums, updateAlbum } from "../albums/albums.service.ts";
import { listAdminCategories } from "../categories/categories.service.ts";
import { cleanTexts } from "../uploads/uploads.text.ts";
import { numberOf, type PiwigoCall, PiwigoError, textOf } from "./piwigo.call.ts";
import { listOf, type Value } from "./piwigo.encode.ts";
import { ALBUM_ATTRIBUTES, listImages, presentAlbum, presentPhoto } from "./piwigo.present.ts";

const PAGE = 100;
const PAGE_MAX = 500;

export async function requireAlbumOf(deps: Deps, id: number | undefined): Promise<AdminAlbum> {
  const album = (await listAlbums(deps)).find((one) => one.id === id);
  if (!album) throw new PiwigoError(404, "The album was not found");
  return album;
}

/** Albums are the categories of Piwigo; none is inside another. */
export async function getList(deps: Deps, origin: string, call: PiwigoCall): Promise<Value> {
  const only = numberOf(call, "cat_id") ?? 0;
  const albums = (await listAlbums(deps)).filter(({ id }) => only === 0 || id === only);
  return {
    categories: listOf(
      "category",
      albums.map((album) => presentAlbum(deps, origin, album)),
      ALBUM_ATTRIBUTES,
    ),
  };
}

export async function addAlbum(deps: Deps, call: PiwigoCall): Promise<Value> {
  const { title, caption } = textsOf(call, textOf(call, "comment") ?? textOf(call, "description"));
  if (!title) throw new PiwigoError(1002, "Enter a title");
  const parent = numberOf(call, "parent");
  const keys = (await listAdminCategories(deps)).map(({ key }) => key);
  const preferred = parent ? (await requireAlbumOf(deps, parent)).category : PREFERRED_ALBUM_CATEGORY;
  const { id } = await createAlbum(deps, {
    title,
    description: caption,
    category: keys.find((key) => key === preferred) ?? keys[0] ?? "",
    ...(textOf(call, "status") === "private" && { status: "draft" as const }),
  });
  return { info: "Virtual album added", id };
}

export async function setAlbumInfo(deps: Deps, call: PiwigoCall): Promise<Value> {
  const { slug } = await requireAlbumOf(deps, numberOf(call, "category_id"));
  const [description, status] = ["comment", "status"].map((name) => textOf(call, name));
  const { title, caption } = textsOf(call, description);
  await updateAlbum(
    deps,
    slug,
    {
      ...(title && { title }),
      ...(description !== undefined && { description: caption }),
      ...(status && { status: status === "private" ? ("draft" as const) : ("public" as const) }),
    },
    call.by,
  );
  return null;
}

/** As those of a file: within the limits, and without characters that nobody sees. */
const textsOf = (call: PiwigoCall, description: string | undefined) =>
  cleanTexts({ title: textOf(call, "name"), caption: description, keywords: [] });

/** darktable asks for pages from 0 on, until one is empty. */
export async function getImages(deps: Deps, origin: string, call: PiwigoCall): Promise<Value> {
  const { slug } = await requireAlbumOf(deps, numberOf(call, "cat_id", "cat_id[]"));
  const page = numberOf(call, "page") ?? 0;
  const per_page = Math.min(numberOf(call, "per_page") ?? PAGE, PAGE_MAX);
  const photos = await listAlbumPhotos(deps, slug);
  const shown = photos.slice(page * per_page, (page + 1) * per_page);
  const paging = { page, per_page, count: shown.length, total_count: photos.length };
  return { paging, images: listImages(shown.map((photo) => presentPhoto(deps, origin, photo))) };
}
