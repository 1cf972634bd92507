import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "react-router/dom";
import { paths } from "../../contract/paths.ts";
import { adminToken } from "../api/admin-token.ts";
import { createQueryClient } from "../api/query-client.ts";
import { LiveRegion } from "../ui/Announcer.tsx";
import { ConfirmProvider } from "../ui/ConfirmDialog.tsx";
import { useFocusGuard } from "../ui/focus.ts";
import { ToastProvider } from "../ui/Toast.tsx";
import { albumsQuery } from "./data/albums.api.ts";
import { firstStepsQuery } from "./data/first-steps.api.ts";
import { photoIdsQuery } from "./data/photos.api.ts";
import { loginPath, loginState, summaryQuery, userQuery } from "./data/session.api.ts";
import { ErrorBoundary } from "./ErrorScreen.tsx";
import { libraryFilter } from "./library/library-filter.ts";
import { createAdminRouter } from "./routes.tsx";

const router = createAdminRouter();

const queryClient = createQueryClient(() => {
  const { location } = router.state;
  // When a token expires, several calls fail together; only the first goes to the login screen.
  if (location.pathname === paths.admin.login) return;
  // With its state: a photo that was viewed large is viewed again after signing in.
  void router.navigate(loginPath(window.location), { replace: true, state: loginState(location.state) });
});

/** Requests what the first screen needs all together, instead of one by one as its parts render. */
function startLoading(): void {
  const { pathname, search } = router.state.location;
  if (adminToken.read() === null || pathname === paths.admin.login) return;
  void queryClient.prefetchQuery(userQuery);
  void queryClient.prefetchQuery(albumsQuery);
  void queryClient.prefetchQuery(summaryQuery);
  if (pathname === paths.admin.dashboard) {
    void queryClient.prefetchQuery(firstStepsQuery);
    void queryClient.prefetchQuery(photoIdsQuery(libraryFilter(new URLSearchParams(search))));
  }
}

startLoading();

function pendingChanges(): Promise<void> | undefined {
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
  useFocusGuard();
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <ToastProvider pendingChanges={pendingChanges}>
          <ConfirmProvider>
            <LiveRegion />
            <RouterProvider router={router} />
          </ConfirmProvider>
        </ToastProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
