import type { Album, AlbumWithCover } from "./albums.ts";
import type { CategoryEntry } from "./categories.ts";
import type { Category } from "./limits.ts";
import type { Photo } from "./photos.ts";
import type { Site } from "./site.ts";

/** What a public page is made of: rendered by the server, embedded as JSON, and read again by the browser. */
export type PageContent =
  | { page: "home"; categories: Record<Category, CategoryEntry>; selected: AlbumWithCover[] }
  | { page: "category"; category: Category; albums: AlbumWithCover[] }
  | ({ page: "album" } & AlbumPhotos)
  | ({ page: "photo"; photo_id: number } & AlbumPhotos)
  | { page: "contact"; portrait: ShownPhoto | null }
  | { page: "not-found"; message: string };

/**
 * Of a photo what pages show, and of which the addresses of its pictures follow. A long album carries it for each of its
 * photos, so nothing else.
 */
export type ShownPhoto = Pick<
  Photo,
  | "id"
  | "internal_id"
  | "title"
  | "caption"
  | "license"
  | "tags"
  | "width"
  | "height"
  | "uploaded_on"
  | "captured_on"
  | "image_version"
  | "placeholder"
  | "exif"
>;

/**
 * An album's photos, or a run of them: a single photo's page carries only its neighbours, so that its weight does not
 * grow with the album. `offset` is the place of the first one in the album.
 */
export type AlbumPhotos = { album: Album; photos: ShownPhoto[]; offset: number; is_whole: boolean };

export type PageData = { path: string; site: Site; content: PageContent };

/** What the built gallery-server entry exports. */
export type GalleryServer = {
  /** The markup that goes inside the root element. */
  renderPage(data: PageData): string;
  describePage(site: Site, content: PageContent): PageDescription;
  paths: GalleryPaths;
};

/** The addresses that the server writes into pages, feed and sitemap. */
export type GalleryPaths = {
  home: string;
  contact: string;
  feed: string;
  sitemap: string;
  category(category: Category): string;
  photo(album: { url: string }, photoId: number): string;
};

export type PageDescription = {
  title: string;
  description: string;
  /** What the page shows first, for a preload in the head. */
  lead_picture: { srcset: string; sizes: string } | null;
};
