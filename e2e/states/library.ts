import type { z } from "zod";
import { type AdminAlbum, listAlbums } from "../../contract/albums.ts";
import { getSetup, getUser } from "../../contract/auth.ts";
import { type AdminCategory, listAdminCategories, listCategories } from "../../contract/categories.ts";
import { getFirstSteps } from "../../contract/first-steps.ts";
import { getInbox } from "../../contract/inbox.ts";
import { PICTURE_SIZES } from "../../contract/limits.ts";
import { getSignInOptions } from "../../contract/passkeys.ts";
import {
  type AdminPhoto,
  getSummary,
  listEquipment,
  listPhotoIds,
  listPhotos,
  listTags,
} from "../../contract/photos.ts";
import { getBatchStatus, getDiskUse, listBatchFailures } from "../../contract/pictures.ts";
import { DEFAULT_SITE, getSiteSettings } from "../../contract/site.ts";
import { getStorage } from "../../contract/storage.ts";
import { getTrashRetention } from "../../contract/trash.ts";
import { getVersion } from "../../contract/updates.ts";
import { countUploads } from "../../contract/uploads.ts";
import { getVisitorData } from "../../contract/visitor-data.ts";
import type { FakeApi } from "./fake-api.ts";

export const USER = { id: 1, name: "Ada", email: "admin@example.com", is_admin: true, role: "admin" };

export const SUMMARY = {
  disk: { level: "ok", free_bytes: 1e12 },
  backup: { state: "recent", last_at: "2026-05-17T10:00:00.000Z" },
  photos: 0,
  favorites: 0,
  featured: 0,
  featured_albums: 0,
  quick_collection: 0,
  trash: 0,
  unassigned: 0,
  needs_alt: 0,
  new_selections: 0,
  unread_messages: 0,
} satisfies z.input<typeof getSummary.response>;

/** What every screen loads, from a library without albums and photos. */
export function respondAsEmpty(api: FakeApi): void {
  api.respond(getUser, { user: USER });
  api.respond(getSummary, SUMMARY);
  api.respond(listAlbums, { albums: [] });
  api.respond(listCategories, {});
  api.respond(listAdminCategories, { categories: categories("Urban", "Portraits", "Travel") });
  api.respond(getFirstSteps, { first_steps: FIRST_STEPS });
  api.respond(getTrashRetention, { retention: { days: 0, starts_at: null } });
  api.respond(countUploads, { processing: 0, receiving: 0 });
  api.respond(listTags, { tags: [] });
  api.respond(listEquipment, { cameras: [], lenses: [] });
  respondWithPhotos(api, []);
  respondAsSettings(api);
  api.respond(getSetup, { setup_required: false, email: null, code_required: false });
  // As where passkeys are not possible.
  api.fail(getSignInOptions, { status: 404 });
}

/** What Settings and Site load. */
function respondAsSettings(api: FakeApi): void {
  api.respond(getSiteSettings, {
    site: {
      ...DEFAULT_SITE,
      pictures: { portrait: null, logo: null, icon: null },
      portrait_url: null,
      logo_url: null,
      icon_url: null,
    },
  });
  const kept = { days: 0, starts_at: null } as const;
  api.respond(getVisitorData, { visitor_data: { messages: kept, rooms: kept } });
  api.respond(getInbox, { folder: null, problem: null, events: [] });
  api.respond(getBatchStatus, batchStatus(0, null));
  api.respond(listBatchFailures, { photos: [] });
  api.respond(getVersion, { version: "1.0.0", commit: null, newer: null, checked_at: null });
  api.respond(getStorage, {
    disk: { level: "ok", free_bytes: 1e12, total_bytes: 2e12 },
    is_remote: false,
    trash: { photos: 0, bytes: 0 },
    backup: { state: "never", last_at: null },
  });
  const sizes = PICTURE_SIZES.map((size) => ({ size, pictures: 52, bytes: 1e7 }));
  api.respond(getDiskUse, { photos: 26, uploaded_bytes: 1e8, kept: { files: 0, bytes: 0 }, sizes });
}

export type Job = NonNullable<z.input<typeof getBatchStatus.response>["job"]>;

/** Of a library that lacks no variants. */
export const batchStatus = (total_photos: number, job: Job | null): z.input<typeof getBatchStatus.response> => ({
  statistics: { total_photos, estimated_missing_variants: 0, completion_percentage: 100 },
  recommendations: { should_run_batch: false, estimated_processing_time: "" },
  job,
});

/** As the list of all photos, whatever it is filtered by. */
export function respondWithPhotos(api: FakeApi, photos: Photo[]): void {
  api.respond(listPhotoIds, { ids: photos.map(({ id }) => id), next_cursor: null });
  api.respond(listPhotos, ({ params }) => {
    const asked = params.ids?.split(",");
    const found = photos.filter(({ id }) => !asked || asked.includes(String(id)));
    return { photos: found, total: found.length, next_cursor: null };
  });
}

const FIRST_STEPS = {
  shown: false,
  site_named: false,
  album_created: false,
  photo_added: false,
  about_written: false,
  site_viewed: false,
};

type Album = z.input<typeof AdminAlbum>;
export type Photo = z.input<typeof AdminPhoto>;

export const categories = (...names: string[]): z.input<typeof AdminCategory>[] =>
  names.map((name, position) => {
    const key = name.toLowerCase();
    const empty = { album_count: 0, photo_count: 0, description: "", cover_photo_id: null };
    return { id: position + 1, key, name, url: `/${key}`, hidden: false, position, ...empty, former_keys: [] };
  });

export function album(title: string, given: Partial<Album> = {}): Album {
  const slug = title.toLowerCase();
  return {
    id: 1,
    slug,
    title,
    description: "",
    category: "portraits",
    url: `/portraits/${slug}`,
    cover_image: null,
    photo_count: 0,
    featured: false,
    layout: "strip",
    status: "public",
    publish_on: null,
    cover_photo_id: null,
    featured_position: null,
    ...given,
  };
}

export function photo(id: number, title: string, given: Partial<Photo> = {}): Photo {
  const urls = { thumb: "/images/1/thumb-1.jpg", medium: "/images/1/medium-1.jpg", large: "/images/1/large-1.jpg" };
  const all = { ...urls, xlarge: "/images/1/xlarge-1.jpg" };
  return {
    id,
    internal_id: String(id),
    filename: `${title}.jpg`,
    source_filename: `${title}.jpg`,
    document_id: null,
    title,
    caption: "",
    alt: "",
    category: "PORTRAITS",
    album_id: null,
    album_ids: [],
    license: "All Rights Reserved",
    visibility: 0,
    is_visible: true,
    deleted: false,
    tags: [],
    width: 320,
    height: 240,
    filesize: 1000,
    uploaded_on: "2026-05-17T10:00:00.000Z",
    captured_on: null,
    captured_zone: null,
    file_modified_on: null,
    focal_point: null,
    image_version: 1,
    image_urls: { ...all, original: "/images/1/original-1.jpg" },
    images: { thumbnail: urls.thumb, original: "/images/1/original-1.jpg" },
    hdr: false,
    sources: { avif: all },
    placeholder: "",
    exif: {},
    creator: null,
    copyright: null,
    favorite: false,
    featured: false,
    quick_collection: false,
    file_url: "/images/1/original-1.jpg",
    trashed_on: null,
    trashed_from: [],
    former_file: null,
    missing_variants: [],
    variant_error: null,
    ...given,
  };
}
