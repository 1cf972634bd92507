import { Readable } from "node:stream";
import { PhotoId } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { getPhoto, listPhotoIds, listTags } from "../photos/photos.service.ts";
import type { Background } from "../pictures/making/background.ts";
import { trashPhotos } from "../trash/trash.service.ts";
import { forgetNumberedParts, joinNumberedParts, keepNumberedPart } from "../uploads/numbered-parts.service.ts";
import { newestPhoto } from "../uploads/take-file.service.ts";
import { type ReceivedFile, receiveFile, type UploadResult } from "../uploads/uploads.service.ts";
import { cleanTexts, isFolderName, safeFileName } from "../uploads/uploads.text.ts";
import { addAlbum, getImages, getList, requireAlbumOf, setAlbumInfo } from "./piwigo.albums.ts";
import { idsOf, numberOf, type PiwigoCall, PiwigoError, splitList, textOf } from "./piwigo.call.ts";
import { listOf, type Value } from "./piwigo.encode.ts";
import { addPhoto, addTag, setAlbums, setTexts } from "./piwigo.photos.ts";
import { presentPhoto, tagId, VERSION } from "./piwigo.present.ts";

export type Site = { deps: Deps; background: Pick<Background, "wake">; origin: string };
type Method = (site: Site, call: PiwigoCall) => Promise<Value>;

const CHUNK_BYTES = 500_000;

/** What anyone may ask. Signing in and out is in piwigo.routes.ts, where the cookie is. */
export const OPEN_METHODS: Record<string, Method> = {
  "pwg.getVersion": async () => VERSION,
  "pwg.session.getStatus": async (_site, { user, proof }) => ({
    username: user?.email ?? "guest",
    status: user ? "webmaster" : "guest",
    theme: "vitrine",
    language: "en_UK",
    pwg_token: proof,
    charset: "utf-8",
    current_datetime: new Date().toISOString().slice(0, 19).replace("T", " "),
    version: VERSION,
    available_sizes: listOf("item", ["square", "thumb", "small", "medium", "large", "xlarge", "xxlarge"]),
    upload_file_types: user && "jpg,jpeg,png,gif,webp",
    upload_form_chunk_size: user && CHUNK_BYTES / 1000,
  }),
};

export const OWNER_METHODS: Record<string, Method> = {
  "reflection.getMethodList": async () => ({
    methods: listOf("method", [...Object.keys(OPEN_METHODS), ...Object.keys(OWNER_METHODS)]),
  }),
  "pwg.getInfos": async ({ deps }) => {
    const photos = (await listPhotoIds(deps, {})).length;
    const entries = { version: VERSION, nb_elements: String(photos) };
    return {
      infos: listOf(
        "item",
        Object.entries(entries).map(([name, value]) => ({ name, value })),
      ),
    };
  },

  "pwg.categories.getList": ({ deps, origin }, call) => getList(deps, origin, call),
  "pwg.categories.getAdminList": ({ deps, origin }, call) => getList(deps, origin, call),
  "pwg.categories.getImages": ({ deps, origin }, call) => getImages(deps, origin, call),
  "pwg.categories.add": ({ deps }, call) => addAlbum(deps, call),
  "pwg.categories.setInfo": ({ deps }, call) => setAlbumInfo(deps, call),

  "pwg.images.addSimple": async (site, call) => {
    const albums = idsOf(textOf(call, "category") ?? textOf(call, "category[]"));
    const { id, slug } = await store(site, call, requireFile(call), albums);
    return { image_id: id, url: `${site.origin}/admin/album/${slug}` };
  },
  "pwg.images.upload": async (site, call) => {
    const file = requireFile(call);
    const name = textOf(call, "name") ?? file.filename;
    const album = numberOf(call, "category", "category[]");
    const albums = album === undefined ? [] : [album];
    const part = { file, key: `upload/${name}/${album}`, name, albums };
    const added = await storePart(site, withoutArgument(call, "name"), part);
    if (!added) return null;
    const { id } = added;
    const { image_urls, title } = await getPhoto(site.deps, id);
    const src = new URL(image_urls.thumb, site.origin).href;
    const { id: albumId, title: label, photo_count } = await requireAlbumOf(site.deps, album);
    const category = { id: albumId, nb_photos: photo_count, label };
    return { image_id: id, src, square_src: src, name: title || name, category, add_status: "add" };
  },
  "pwg.images.uploadAsync": async (site, call) => {
    const file = requireFile(call);
    const name = textOf(call, "filename") ?? file.filename;
    const sum = textOf(call, "original_sum") ?? name;
    const albums = idsOf(textOf(call, "category") ?? textOf(call, "category[]"));
    const added = await storePart(site, call, { file, key: `async/${sum}`, name, albums });
    return added ? getInfo(site, added.id) : { message: `chunks uploaded = ${textOf(call, "chunk") ?? 0}` };
  },
  "pwg.images.addChunk": async ({ deps }, call) => {
    const bytes = Buffer.from(call.arguments.get("data") ?? "", "base64");
    const content = Readable.from([bytes]);
    const file = receivedBy(await receiveFile(deps, { name: "chunk", content, isTooLarge: () => false }));
    try {
      await keepNumberedPart(deps, chunkKey(call), { position: numberOf(call, "position") ?? 0, file }, call.by);
    } finally {
      await deps.storage.removeTemp(file.path);
    }
    return null;
  },
  "pwg.images.add": async (site, call) => {
    const name = textOf(call, "original_filename") ?? "photo.jpg";
    const albums = idsOf(textOf(call, "categories"));
    const { id, slug } = await storeParts(site, call, { key: chunkKey(call), name, albums });
    return { image_id: id, url: `${site.origin}/admin/album/${slug}` };
  },
  "pwg.images.uploadCompleted": async () => ({ moved_from_lounge: listOf("item", []) }),
  "pwg.images.emptyLounge": async () => ({ rows: listOf("item", []) }),
  "pwg.images.checkUpload": async () => ({ message: null, ready_for_upload: true }),
  "pwg.images.checkFiles": async () => ({ file: "differs" }),
  // Photos are not known by MD5: a file that an album has already is found out when it arrives.
  "pwg.images.exist": async ({ deps }, call) => {
    const sums = splitList(textOf(call, "md5sum_list"), /[,;|]/);
    const names = splitList(textOf(call, "filename_list"), /[,;|]/);
    const found: { [name: string]: Value } = Object.fromEntries(sums.map((sum) => [sum, null]));
    for (const name of names) {
      const [id] = await listPhotoIds(deps, { source_filename: name, deleted: false });
      found[name] = id ?? null;
    }
    return found;
  },
  "pwg.images.getInfo": (site, call) => getInfo(site, requirePhotoId(call)),
  "pwg.images.setInfo": async ({ deps }, call) => {
    const id = requirePhotoId(call);
    await setTexts(deps, call, id, { isReplacing: textOf(call, "single_value_mode") === "replace" });
    await setAlbums(deps, call, id);
    return null;
  },
  // Ratings of a catalogue say nothing to visitors.
  "pwg.images.rate": async () => ({ score: 0, average: 0, count: 0 }),
  "pwg.images.delete": async ({ deps }, call) => {
    const ids = idsOf(textOf(call, "image_id") ?? textOf(call, "image_id[]")).map((id) => PhotoId.parse(id));
    const { done } = await trashPhotos(deps, ids, call.by);
    return done.length;
  },

  "pwg.tags.getList": ({ deps }) => getTags(deps),
  "pwg.tags.getAdminList": ({ deps }) => getTags(deps),
  "pwg.tags.add": async ({ deps }, call) => {
    const [name] = cleanTexts({ keywords: [textOf(call, "name") ?? ""] }).tags;
    if (!name) throw new PiwigoError(1002, "Enter a name");
    return { info: "Tag added", id: await addTag(deps, name) };
  },
};

async function store({ deps, background }: Site, call: PiwigoCall, file: ReceivedFile, albums: number[]) {
  const added = await addPhoto(deps, call, { file, albums, after_photo: await newestPhoto(deps) });
  if (added.isNew) background.wake(added.id);
  return added;
}

async function getInfo({ deps, origin }: Site, id: PhotoId): Promise<Value> {
  const photo = await getPhoto(deps, id);
  const tags = photo.tags.map((name) => ({ id: tagId(name), name, url_name: name }));
  return { ...presentPhoto(deps, origin, photo), tags: listOf("tag", tags, ["id", "url_name"]) };
}

async function getTags(deps: Deps): Promise<Value> {
  const tags = await listTags(deps);
  const presented = tags.map(({ tag, count }) => ({ id: tagId(tag), name: tag, url_name: tag, counter: count }));
  return { tags: listOf("tag", presented, ["id", "url_name", "counter"]) };
}

type Parts = { key: string; name: string; albums: number[] };

/** Of a file in pieces, numbered from 0: the photo with its last piece. */
async function storePart(site: Site, call: PiwigoCall, { file, ...parts }: Parts & { file: ReceivedFile }) {
  const total = numberOf(call, "chunks") ?? 1;
  if (total <= 1) {
    const filename = safeFileName(parts.name);
    if (isFolderName(filename)) throw new PiwigoError(422, "The file has no usable name.");
    return store(site, call, { ...file, filename }, parts.albums);
  }
  const key = `${call.by.actor}/${parts.key}`;
  const arrived = await keepNumberedPart(site.deps, key, { position: numberOf(call, "chunk") ?? 0, file }, call.by);
  return arrived >= total ? storeParts(site, call, { ...parts, key }) : undefined;
}

async function storeParts(site: Site, call: PiwigoCall, { key, name, albums }: Parts) {
  const joined = await joinNumberedParts(site.deps, key, name);
  if (!joined) throw new PiwigoError(404, "No part of this file has arrived. Send it again.");
  const file = receivedBy(joined);
  try {
    const added = await store(site, call, file, albums);
    await forgetNumberedParts(site.deps, key);
    return added;
  } finally {
    await site.deps.storage.removeTemp(file.path);
  }
}

function receivedBy<T>(result: UploadResult<T>): T {
  if (!result.ok) throw new PiwigoError(500, result.error.error);
  return result.value;
}

function chunkKey(call: PiwigoCall): string {
  const sum = textOf(call, "original_sum");
  if (!sum) throw new PiwigoError(1002, "original_sum is missing");
  return `${call.by.actor}/add/${sum}`;
}

function requireFile({ file }: PiwigoCall) {
  if (!file) throw new PiwigoError(405, "The image (file) is missing");
  return file;
}

function requirePhotoId(call: PiwigoCall): PhotoId {
  const id = PhotoId.safeParse(numberOf(call, "image_id"));
  if (!id.success) throw new PiwigoError(404, "image_id not found");
  return id.data;
}

/** `pwg.images.upload` names the file by it, not the photo. */
const withoutArgument = (call: PiwigoCall, name: string): PiwigoCall => ({
  ...call,
  arguments: new Map([...call.arguments].filter(([key]) => key !== name)),
});
