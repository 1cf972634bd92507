import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "react-router/dom";
import { createQueryClient } from "../api/query-client.ts";
import { paths } from "../paths.ts";
import { ConfirmProvider } from "../ui/ConfirmDialog.tsx";
import { ToastProvider } from "../ui/Toast.tsx";
import { ErrorBoundary } from "./ErrorScreen.tsx";
import { createAdminRouter } from "./routes.tsx";
import { loginPath } from "./session.api.ts";

const router = createAdminRouter();

const queryClient = createQueryClient(() => {
  const { location } = router.state;
  // Several calls fail together when a token dies; the first one leads to the login screen.
  if (location.pathname !== paths.admin.login) void router.navigate(loginPath(location), { replace: true });
});

export function AdminApp() {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <ConfirmProvider>
            <RouterProvider router={router} />
          </ConfirmProvider>
        </ToastProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
