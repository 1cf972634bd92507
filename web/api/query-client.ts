import { MutationCache, notifyManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, isSignedOut } from "./api-error.ts";

// By default screens hear of a change a timer later, a frame too late: a dropped tile would flash at its old place.
notifyManager.setScheduler(queueMicrotask);

/** Shows what was seen before at once and refreshes it behind; a dead token anywhere ends in `onSignedOut`. */
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
        // A refusal stays one; only an unreachable server or a fault of its own is worth another try.
        retry: (failures, error) =>
          failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
        retryDelay: (failures) => 500 * 2 ** failures,
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}
