import type { PictureSize } from "./limits.ts";

/**
 * Every URL of the site. Nothing else builds URLs.
 * No imports at run time: public pages load this file.
 */
export const paths = {
  home: "/",
  contact: "/contact",
  category: (category: string) => `/${encodeURIComponent(category)}`,
  album: ({ category, slug }: { category: string; slug: string }) =>
    `/${encodeURIComponent(category)}/${encodeURIComponent(slug)}`,
  photo: (album: { url: string }, photoId: number) => `${album.url}/photo/${photoId}`,
  journal: "/journal",
  journalFeed: "/journal/feed.xml",
  written: ({ kind, slug }: { kind: "page" | "entry"; slug: string }) =>
    kind === "page" ? `/${encodeURIComponent(slug)}` : `/journal/${encodeURIComponent(slug)}`,
  /** The photos with a tag. No category can take it, for the same reason as `content`. */
  tag: (tag: string) => `/_tag/${encodeURIComponent(tag)}`,
  /** A page's content as JSON. Category keys are slugs, so none can ever begin with an underscore. */
  content: (pagePath: string) => `/_page${pagePath}`,
  room: (token: string) => `/s/${token}`,
  /** A room under the name of one of its voices. */
  roomAs: (token: string, key: string) => `/s/${token}/as/${key}`,
  roomCover: (token: string) => `/s/${token}/cover.jpg`,
  isRoom: (path: string) => path.startsWith("/s/"),
  /** What every picture of a room begins with, in place of `/images`. */
  roomPictures: (token: string, stamp: string) => `/s/${token}/images/${stamp}`,
  /** A draft, for those who have its unlisted link. */
  draft: (token: string) => `/_draft/${token}`,
  draftPictures: (token: string) => `/_draft/${token}/images`,
  /** A file of the portrait, the logo or the icon. The version changes with it. */
  sitePicture: (kind: string, { version }: { version: string }, file: string) => `/_site/${version}/${kind}-${file}`,
  manifest: "/site.webmanifest",
  feed: "/feed.xml",
  sitemap: "/sitemap.xml",
  robots: "/robots.txt",

  admin: {
    login: "/admin/login",
    dashboard: "/admin",
    favorites: "/admin/favorites",
    featuredContent: "/admin/featured-content",
    featuredAlbums: "/admin/featured-albums",
    quickCollection: "/admin/quick-collection",
    trash: "/admin/trash",
    albums: "/admin/albums",
    albumsOf: (category: string) => `/admin/albums/${encodeURIComponent(category)}`,
    album: (slug: string) => `/admin/album/${encodeURIComponent(slug)}`,
    /** Where the photos of an album are laid out, in one version of its line. */
    table: (slug: string, version?: number) =>
      `/admin/album/${encodeURIComponent(slug)}/table${version === undefined ? "" : `?version=${version}`}`,
    categories: "/admin/categories",
    photos: "/admin/photos",
    users: "/admin/users",
    account: "/admin/account",
    activity: "/admin/activity",
    rooms: "/admin/rooms",
    room: (id: number) => `/admin/rooms/${id}`,
    settings: "/admin/settings",
    changes: "/admin/changes",
    site: "/admin/site",
    messages: "/admin/messages",
    pages: "/admin/pages",
    page: (id: number) => `/admin/pages/${id}`,
  },
} as const;

export type PictureExtension = "jpg" | "avif" | "hdr.jpg";

/** As a browser's address bar shows it: `/travel/日本`. */
export const readablePath = (path: string): string => decodeURI(path);

/**
 * The first parts of URLs that the server handles itself, which no category can have as its key. The last one would
 * hide a call of the API.
 */
export const RESERVED_KEYS: readonly string[] = [
  "admin",
  "api",
  "assets",
  "contact",
  "downloads",
  "healthz",
  "images",
  "journal",
  "metrics",
  "readyz",
  "s",
  "reorder",
];

/** The version changes with the picture, so browsers may keep it indefinitely. */
export function picturePath(
  photo: { internal_id: string; image_version: number; room_pictures?: { base: string } },
  size: PictureSize,
  extension: PictureExtension,
): string {
  return `${photo.room_pictures?.base ?? "/images"}/${photo.internal_id}/${size}-${photo.image_version}.${extension}`;
}
