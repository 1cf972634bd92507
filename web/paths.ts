import type { Category } from "../contract/limits.ts";

/** The only builder of the site's URLs: links are never put together elsewhere. */
export const paths = {
  home: "/",
  contact: "/contact",
  category: (category: Category) => `/${category}`,
  /** An album brings its own address, `album.url`. */
  photo: (album: { url: string }, photoId: number) => `${album.url}/photo/${photoId}`,
  feed: "/feed.xml",
  sitemap: "/sitemap.xml",

  admin: {
    login: "/admin/login",
    dashboard: "/admin",
    favorites: "/admin/favorites",
    featuredContent: "/admin/featured-content",
    featuredAlbums: "/admin/featured-albums",
    quickCollection: "/admin/quick-collection",
    trash: "/admin/trash",
    albums: "/admin/albums",
    albumsOf: (category: Category) => `/admin/albums/${category}`,
    album: (slug: string) => `/admin/album/${encodeURIComponent(slug)}`,
    photos: "/admin/photos",
    users: "/admin/users",
    settings: "/admin/settings",
  },
} as const;
