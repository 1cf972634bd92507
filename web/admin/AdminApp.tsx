import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "react-router/dom";
import { adminToken } from "../api/admin-token.ts";
import { createQueryClient } from "../api/query-client.ts";
import { paths } from "../paths.ts";
import { ConfirmProvider } from "../ui/ConfirmDialog.tsx";
import { ToastProvider } from "../ui/Toast.tsx";
import { albumsQuery } from "./data/albums.api.ts";
import { photoIdsQuery } from "./data/photos.api.ts";
import { loginPath, summaryQuery, userQuery } from "./data/session.api.ts";
import { ErrorBoundary } from "./ErrorScreen.tsx";
import { libraryFilter } from "./library/library-filter.ts";
import { createAdminRouter } from "./routes.tsx";

const router = createAdminRouter();

const queryClient = createQueryClient(() => {
  const { location } = router.state;
  // Several calls fail together when a token dies; the first one leads to the login screen.
  if (location.pathname !== paths.admin.login) void router.navigate(loginPath(window.location), { replace: true });
});

/** The first screen needs all of these: asked for together, not one after the other as each part of it appears. */
function startLoading(): void {
  const { pathname, search } = router.state.location;
  if (adminToken.read() === null || pathname === paths.admin.login) return;
  void queryClient.prefetchQuery(userQuery);
  void queryClient.prefetchQuery(albumsQuery);
  void queryClient.prefetchQuery(summaryQuery);
  if (pathname === paths.admin.dashboard) {
    void queryClient.prefetchQuery(photoIdsQuery(libraryFilter(new URLSearchParams(search))));
  }
}

startLoading();

function changesUnderWay(): Promise<void> | undefined {
  if (queryClient.isMutating() === 0) return undefined;
  return new Promise((resolve) => {
    const stop = queryClient.getMutationCache().subscribe(() => {
      if (queryClient.isMutating() > 0) return;
      stop();
      resolve();
    });
  });
}

export function AdminApp() {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <ToastProvider changesUnderWay={changesUnderWay}>
          <ConfirmProvider>
            <RouterProvider router={router} />
          </ConfirmProvider>
        </ToastProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
