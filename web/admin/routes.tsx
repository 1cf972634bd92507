import type { ComponentType } from "react";
import { createBrowserRouter, type RouteObject } from "react-router";
import { paths } from "../../contract/paths.ts";
import { Loading } from "../ui/Loading.tsx";
import { RouteErrorScreen } from "./ErrorScreen.tsx";
import { AdminLayout } from "./layout/AdminLayout.tsx";
import { NotFoundPage } from "./layout/NotFoundPage.tsx";
import { AllPhotosPage, UsersPage } from "./layout/PlaceholderPages.tsx";
import { LibraryPage } from "./library/LibraryPage.tsx";
import { LoginPage } from "./login/LoginPage.tsx";
import { keepSessionFromElsewhere } from "./login/opened-from-elsewhere.ts";

/** Every admin screen. All but the login are inside the layout, which also guards them. */
export function createAdminRouter() {
  return createBrowserRouter([
    {
      errorElement: <RouteErrorScreen />,
      hydrateFallbackElement: <Loading />,
      children: [
        { path: paths.admin.login, element: <LoginPage />, loader: keepSessionFromElsewhere() },
        { element: <AdminLayout />, children: [{ errorElement: <RouteErrorScreen />, children: screens }] },
      ],
    },
  ]);
}

/** A screen that is loaded when first opened. */
const screen = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
});

const screens: RouteObject[] = [
  // The first screen: in the main bundle, so that it does not load separately.
  { path: paths.admin.dashboard, element: <LibraryPage /> },
  screen(paths.admin.favorites, async () => (await import("./curation/CollectionPages.tsx")).FavoritesPage),
  screen(paths.admin.featuredContent, async () => (await import("./curation/CollectionPages.tsx")).FeaturedContentPage),
  screen(
    paths.admin.featuredAlbums,
    async () => (await import("./curation/FeaturedAlbumsPage.tsx")).FeaturedAlbumsPage,
  ),
  screen(paths.admin.quickCollection, async () => (await import("./curation/CollectionPages.tsx")).QuickCollectionPage),
  screen(paths.admin.trash, async () => (await import("./trash/TrashPage.tsx")).TrashPage),
  screen(paths.admin.albums, async () => (await import("./albums/AlbumsPage.tsx")).AllAlbumsPage),
  screen("/admin/albums/:category", async () => (await import("./albums/AlbumsPage.tsx")).CategoryAlbumsPage),
  screen(paths.admin.categories, async () => (await import("./categories/CategoriesPage.tsx")).CategoriesPage),
  screen("/admin/album/:slug?", async () => (await import("./album/AlbumPage.tsx")).AlbumPage),
  screen("/admin/album/:slug/table", async () => (await import("./table/TablePage.tsx")).TablePage),
  screen(paths.admin.rooms, async () => (await import("./rooms/RoomsPage.tsx")).RoomsPage),
  screen("/admin/rooms/:id", async () => (await import("./rooms/RoomPage.tsx")).RoomPage),
  screen(paths.admin.settings, async () => (await import("./settings/SettingsPage.tsx")).SettingsPage),
  screen(paths.admin.changes, async () => (await import("./settings/ChangesPage.tsx")).ChangesPage),
  screen(paths.admin.activity, async () => (await import("./activity/ActivityPage.tsx")).ActivityPage),
  screen(paths.admin.account, async () => (await import("./account/AccountPage.tsx")).AccountPage),
  screen(paths.admin.messages, async () => (await import("./messages/MessagesPage.tsx")).MessagesPage),
  screen(paths.admin.pages, async () => (await import("./pages/PagesPage.tsx")).PagesPage),
  screen("/admin/pages/:id", async () => (await import("./page-editor/PageEditorPage.tsx")).PageEditorPage),
  screen(paths.admin.site, async () => (await import("./site/SitePage.tsx")).SitePage),
  { path: paths.admin.photos, element: <AllPhotosPage /> },
  { path: paths.admin.users, element: <UsersPage /> },
  { path: "*", element: <NotFoundPage /> },
];
