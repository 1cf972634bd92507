import { useQueryClient } from "@tanstack/react-query";
import { adminToken } from "../../api/admin-token.ts";
import { crashProofStorage, recoverEntries } from "../../api/crash-proof-storage.ts";
import { createDraftStore, DRAFT_KEY } from "./draft-store.ts";
import { userQuery } from "./session.api.ts";

/** What the owner has typed in this browser and the server does not have. */
export const drafts = createDraftStore({
  storage: crashProofStorage,
  now: Date.now,
  // Not randomUUID, which only exists where the site has HTTPS.
  newId: () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`,
});

void recoverEntries(DRAFT_KEY).then(drafts.readAgain);

window.addEventListener("storage", ({ key, newValue }) => {
  if (key !== null) drafts.changedElsewhere(key, newValue, adminToken.read() !== null);
});

/** Whose texts they are. The guard of the admin area has loaded the user. */
export const useAccountId = (): number => useQueryClient().getQueryData(userQuery.queryKey)?.id ?? 0;

/** Long enough for a server that works, and not too long to wait for one that does not. */
const SETTLING_MAX_MS = 3_000;

/** Resolves when no text is on its way to the server, or when that takes too long. */
export function draftsSettled(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (drafts.isSending()) return;
      stop();
      resolve();
    };
    const stop = drafts.subscribe(check);
    setTimeout(() => {
      stop();
      resolve();
    }, SETTLING_MAX_MS);
    check();
  });
}
