import { MutationCache, notifyManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, isSignedOut } from "./api-error.ts";

/** How often a list on screen is tried again while the server is unreachable or fails. */
const AWAY_MS = 5_000;
const isAway = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

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
        retry: (failures, error) => failures < 2 && isAway(error),
        retryDelay: (failures) => 500 * 2 ** failures,
        networkMode: "always",
        // What is on screen may be out of date: it reloads by itself as soon as the server is back.
        refetchOnReconnect: true,
        refetchInterval: ({ state: { data, error } }) => (data !== undefined && isAway(error) ? AWAY_MS : false),
      },
      mutations: { networkMode: "always" },
    },
  });
}
