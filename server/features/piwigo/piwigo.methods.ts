import { Readable } from "node:stream";
import { PhotoId } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { getPhoto, listPhotoIds, listTags } from "../photos/photos.service.ts";
import type { Background } from "../pictures/making/background.ts";
import { trashPhotos } from "../trash/trash.service.ts";
import { newestPhoto } from "../uploads/take-file.service.ts";
import { receiveFile } from "../uploads/uploads.service.ts";
import { cleanTexts } from "../uploads/uploads.text.ts";
import { addAlbum, getImages, getList, requireAlbumOf, setAlbumInfo } from "./piwigo.albums.ts";
import { idsOf, numberOf, type PiwigoCall, PiwigoError, splitList, textOf } from "./piwigo.call.ts";
import type { Chunks } from "./piwigo.chunks.ts";
import { listOf, type Value } from "./piwigo.encode.ts";
import { addPhoto, addTag, setAlbums, setTexts } from "./piwigo.photos.ts";
import { presentPhoto, tagId, VERSION } from "./piwigo.present.ts";

export type Site = { deps: Deps; chunks: Chunks; background: Pick<Background, "wake">; origin: string };
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
    const whole = await addPart(site, call, { file, key: `upload/${name}/${album}`, name });
    if (!whole) return null;
    const named = withoutArgument(call, "name");
    const { id } = await store(site, named, whole, album === undefined ? [] : [album]);
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
    const whole = await addPart(site, call, { file, key: `async/${sum}`, name });
    if (!whole) return { message: `chunks uploaded = ${textOf(call, "chunk") ?? 0}` };
    const { id } = await store(site, call, whole, idsOf(textOf(call, "category") ?? textOf(call, "category[]")));
    return getInfo(site, id);
  },
  "pwg.images.addChunk": async ({ deps, chunks }, call) => {
    const bytes = Buffer.from(call.arguments.get("data") ?? "", "base64");
    const content = Readable.from([bytes]);
    const received = await receiveFile(deps, { name: "chunk", content, isTooLarge: () => false });
    if (!received.ok) throw new PiwigoError(500, received.error.error);
    await chunks.add(chunkKey(call), numberOf(call, "position") ?? 0, received.value);
    return null;
  },
  "pwg.images.add": async (site, call) => {
    const file = await site.chunks.join(chunkKey(call), textOf(call, "original_filename") ?? "photo.jpg");
    const { id, slug } = await store(site, call, file, idsOf(textOf(call, "categories")));
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
  "pwg.tags.add": async (_site, call) => {
    const [name] = cleanTexts({ keywords: [textOf(call, "name") ?? ""] }).tags;
    if (!name) throw new PiwigoError(1002, "Enter a name");
    return { info: "Tag added", id: addTag(name) };
  },
};

async function store(
  { deps, background }: Site,
  call: PiwigoCall,
  file: NonNullable<PiwigoCall["file"]>,
  albums: number[],
) {
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

type Part = { file: NonNullable<PiwigoCall["file"]>; key: string; name: string };

/** Of a file in pieces, numbered from 0: the whole file with its last piece. */
async function addPart({ chunks }: Site, call: PiwigoCall, { file, key, name }: Part) {
  const total = numberOf(call, "chunks") ?? 1;
  const position = numberOf(call, "chunk") ?? 0;
  const arrived = await chunks.add(`${call.by.actor}/${key}`, position, file);
  return arrived >= total ? chunks.join(`${call.by.actor}/${key}`, name) : undefined;
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
