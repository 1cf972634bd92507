import type { Album, AlbumWithCover } from "./albums.ts";
import type { CategoryEntry } from "./categories.ts";
import type { Category } from "./limits.ts";
import type { Photo } from "./photos.ts";
import type { Site } from "./site.ts";

/** What a public page is made of: rendered by the server, embedded as JSON, and read again by the browser. */
export type PageContent =
  | { page: "home"; categories: Record<Category, CategoryEntry>; selected: AlbumWithCover[] }
  | { page: "category"; category: Category; albums: AlbumWithCover[] }
  | { page: "album"; album: Album; photos: Photo[] }
  | { page: "photo"; album: Album; photos: Photo[]; photo_id: number }
  | { page: "contact"; portrait: Photo | null }
  | { page: "not-found" };

export type PageData = { path: string; site: Site; content: PageContent };

/** What the built gallery-server entry exports. */
export type GalleryServer = {
  /** The markup that goes inside the root element. */
  renderPage(data: PageData): string;
};
