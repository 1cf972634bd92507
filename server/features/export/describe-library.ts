import { extname } from "node:path";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { SITE_PICTURE_KINDS } from "../../../contract/limits.ts";
import { type AdminPhoto, PhotoDetails, type PhotoId } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { findCategories, findFormerKeys } from "../../library/shown/categories.queries.ts";
import { findForeignAddresses } from "../../library/shown/foreign-addresses.queries.ts";
import { findFormerAddresses } from "../../library/shown/former-addresses.queries.ts";
import { createNamer } from "../../library/shown/unique-names.ts";
import { listAlbumPhotos } from "../albums/album-photos.service.ts";
import { listAlbumIds, listAlbums, listFeaturedAlbumIds } from "../albums/albums.service.ts";
import { adminPhotosById, listPhotoIds } from "../photos/photos.service.ts";
import { getRoom, listRooms } from "../rooms/rooms.service.ts";
import { exportSequence, SEQUENCE_FILE } from "../sequences/sequences.export.ts";
import { getSiteSettings } from "../site/site.service.ts";
import { siteFileText } from "../site/site-file.ts";
import { readSiteFile, WHOLE } from "../site/site-pictures.service.ts";
import { exportPages, listPageFiles } from "../written-pages/written-pages.export.ts";
import type { CollectedPhoto, CollectedRoom, Collection } from "./collection.ts";

export type Description = {
  collection: Collection;
  /** The path of each photo in the export. */
  fileOf: Map<PhotoId, string>;
};

/** Everything but the trash. Holds a description of every photo, but no photo's row: a library may be large. */
export async function describeLibrary(deps: Deps): Promise<Description> {
  const albums = await albumsInOrder(deps);
  const fileOf = new Map<PhotoId, string>();
  const uniqueName = createNamer();
  const foreign = await foreignAddresses(deps);
  const describe = (list: AdminPhoto[], albumFolder: string): CollectedPhoto[] =>
    list.map((photo) => {
      const file = uniqueName(`${albumFolder}/${safeName(photo.filename)}`);
      fileOf.set(photo.id, file);
      return { ...describePhoto(photo, file), ...foreign("photo_id", photo.id) };
    });

  const membersOf = new Map<string, { id: PhotoId; isResident: boolean }[]>();
  const homes = new Map<PhotoId, CollectedPhoto>();
  for (const { id, slug, category } of albums) {
    const members = await listAlbumPhotos(deps, slug);
    membersOf.set(
      slug,
      members.map((photo) => ({ id: photo.id, isResident: photo.album_id === id })),
    );
    const residents = members.filter((photo) => photo.album_id === id);
    for (const [index, photo] of describe(residents, `${category}/${slug}`).entries()) {
      homes.set(residents[index]?.id ?? (0 as PhotoId), photo);
    }
  }
  // Only now, because an album may come before the home of its guests.
  const former = Map.groupBy(await findFormerAddresses(deps.db), ({ album_id }) => album_id);
  const described = albums.map(
    ({ id, slug, title, category, description, status, layout, publish_on, cover_photo_id }) => {
      const cover = cover_photo_id ? fileOf.get(cover_photo_id) : undefined;
      const former_addresses = (former.get(id) ?? []).map((address) => `/${address.category}/${address.slug}`);
      const members = (membersOf.get(slug) ?? []).flatMap((member) => {
        const described = homes.get(member.id);
        if (!described) return [];
        return member.isResident ? described : { file: described.file, guest: true as const };
      });
      return {
        slug,
        title,
        category,
        description,
        status,
        publish_on,
        layout,
        former_addresses,
        ...foreign("album_id", id),
        cover,
        photos: members,
      };
    },
  );
  const unassigned = await listPhotoIds(deps, { unassigned: true, sort: "oldest" });
  const unassignedPhotos = await adminPhotosById(deps, unassigned);
  const in_no_album = describe(
    unassigned.flatMap((id) => unassignedPhotos.get(id) ?? []),
    "in-no-album",
  );

  const files = (ids: PhotoId[]) => ids.flatMap((id) => fileOf.get(id) ?? []);
  const featuredIds = await listFeaturedAlbumIds(deps);
  const { portrait_photo_id, home } = await getSiteSettings(deps);
  const homeAlbum = albums.find(({ id }) => id === home.album_id);
  const collection: Collection = {
    vitrine: 1,
    ...(portrait_photo_id && { portrait: fileOf.get(portrait_photo_id) }),
    ...(homeAlbum && { home_album: homeAlbum.slug }),
    categories: await describeCategories(deps, fileOf, foreign),
    albums: described,
    in_no_album,
    featured_albums: featuredIds.flatMap((id) => albums.find((album) => album.id === id)?.slug ?? []),
    favorites: files(await listPhotoIds(deps, { favorite: true, sort: "curated" })),
    featured: files(await listPhotoIds(deps, { featured: true, sort: "curated" })),
    quick_collection: files(await listPhotoIds(deps, { quick_collection: true, sort: "curated" })),
    rooms: await describeRooms(deps, fileOf),
    pages: await listPageFiles(deps),
    site_pictures: describeSitePictures(deps),
  };
  return { collection, fileOf };
}

/** Sequences and pages by their path in the export. */
export async function* exportedTexts(deps: Deps, description: Description) {
  yield* exportedSequences(deps, description);
  const albumOf = new Map((await listAlbums(deps)).map((album) => [album.id, album]));
  yield* exportPages(deps, { fileOf: description.fileOf, albumOf });
}

/** One for each album that someone sequenced. */
async function* exportedSequences(deps: Deps, { collection, fileOf }: Description) {
  for (const { category, slug } of collection.albums) {
    const content = await exportSequence(deps, slug, fileOf);
    if (content !== undefined) yield { file: sequencePath({ category, slug }), content };
  }
}

export const sequencePath = ({ category, slug }: { category: string; slug: string }) =>
  `${category}/${slug}/${SEQUENCE_FILE}`;

function describeSitePictures({ site }: Deps): Collection["site_pictures"] {
  const { pictures } = site.current();
  return SITE_PICTURE_KINDS.flatMap((kind) => {
    const picture = pictures[kind];
    return picture ? [{ kind, file: `site/${kind}${extname(WHOLE[kind])}`, focal_point: picture.focal_point }] : [];
  });
}

export async function* exportedSitePictures(deps: Deps, { site_pictures }: Collection) {
  for (const { kind, file } of site_pictures) {
    const content = await readSiteFile(deps, kind, WHOLE[kind]);
    if (content) yield { file, content };
  }
}

async function describeRooms(deps: Deps, fileOf: Map<PhotoId, string>): Promise<CollectedRoom[]> {
  const rooms: CollectedRoom[] = [];
  for (const { id } of await listRooms(deps)) {
    const { room, photos, selection } = await getRoom(deps, id);
    const { title, message, download, selection_limit, expires_on, voices, has_labels, max_px, watermark, welcome } =
      room;
    const choices = { selection: room.selection, selection_limit, voices, has_labels };
    const fields = { title, message, download, expires_on, ...choices, max_px, watermark, welcome };
    const chosen = selection.picks.flatMap(({ photo_id, comment }) => {
      const file = fileOf.get(photo_id);
      return file === undefined ? [] : { file, comment };
    });
    rooms.push({ ...fields, photos: photos.flatMap((photo) => fileOf.get(photo.id) ?? []), chosen });
  }
  return rooms;
}

const newIndex = () => new Map<number, string[]>();

type Foreign = Awaited<ReturnType<typeof foreignAddresses>>;

/** Those of an album, a category or a photo, if it has any. */
async function foreignAddresses({ db }: Deps) {
  const rows = await findForeignAddresses(db);
  const target = { album_id: newIndex(), category_id: newIndex(), photo_id: newIndex() };
  for (const row of rows) {
    for (const column of ["album_id", "category_id", "photo_id"] as const) {
      const id = row[column];
      if (id !== null) target[column].set(id, [...(target[column].get(id) ?? []), row.address]);
    }
  }
  return (column: keyof typeof target, id: number): { foreign_addresses?: string[] } => {
    const foreign_addresses = target[column].get(id);
    return foreign_addresses === undefined ? {} : { foreign_addresses };
  };
}

async function describeCategories({ db }: Deps, fileOf: Map<PhotoId, string>, foreign: Foreign) {
  const former = Map.groupBy(await findFormerKeys(db), ({ category_id }) => category_id);
  return (await findCategories(db)).map(({ id, key, name, hidden, description, cover_photo_id }) => ({
    key,
    name,
    hidden: hidden === 1,
    former_keys: (former.get(id) ?? []).map((each) => each.key),
    ...foreign("category_id", id),
    description,
    cover: cover_photo_id === null ? undefined : fileOf.get(cover_photo_id),
  }));
}

/** Each category in the owner's order. The lists of the site begin with the featured albums instead. */
async function albumsInOrder(deps: Deps): Promise<AdminAlbum[]> {
  const albums = new Map((await listAlbums(deps)).map((album) => [album.id, album]));
  const ids = await Promise.all((await findCategories(deps.db)).map(({ key }) => listAlbumIds(deps, key)));
  return ids.flat().flatMap((id) => albums.get(id) ?? []);
}

function describePhoto(photo: AdminPhoto, file: string): CollectedPhoto {
  const { filename, source_filename, captured_on, uploaded_on, file_modified_on } = photo;
  const details = Object.fromEntries(DETAILS.map((field) => [field, photo[field]]));
  const named = source_filename === filename ? { filename } : { filename, source_filename };
  return { file, ...named, ...details, captured_on, uploaded_on, file_modified_on };
}

// The keys of the schema are those of its type.
const DETAILS = Object.keys(PhotoDetails.shape) as (keyof PhotoDetails)[];

/** Some file systems refuse these characters in names, and `..` is a folder. */
const safeName = (filename: string) => filename.replace(/[<>:"/\\|?*]/g, "_").replace(/^\.{1,2}$/, "photo");

/** An exported file gets the time it had on the owner's disk. */
export const exportedTime = ({ file_modified_on, uploaded_on }: AdminPhoto) =>
  new Date(file_modified_on ?? uploaded_on);

/** The site's texts. An import finds the portrait by its file and the album by its slug: there they have other ids. */
export const exportedSite = ({ site }: Deps) => {
  const current = site.current();
  return siteFileText({ ...current, portrait: "", home: { ...current.home, album_id: null } });
};
