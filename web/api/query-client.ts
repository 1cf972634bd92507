import { MutationCache, notifyManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, isSignedOut } from "./api-error.ts";

// The default timer updates screens a frame too late: a dropped tile would flash in its old place.
notifyManager.setScheduler(queueMicrotask);

/** Shows cached data right away and refreshes it in the background. A 401 from any call leads to `onSignedOut`. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        gcTime: 15 * 60_000,
        // Retry only if the server is unreachable or failed; a refusal would be repeated.
        retry: (failures, error) =>
          failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
        retryDelay: (failures) => 500 * 2 ** failures,
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}
