import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SiteField, type SiteSettings, updateSite } from "../../../contract/site.ts";
import { ApiError, isSignedOut, messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { type Turn, useToast } from "../../ui/Toast.tsx";
import { type SaveResult, saveResultOf } from "../data/save-result.ts";
import { showNow } from "../data/show-now.ts";
import { siteQuery } from "../data/site.api.ts";

const SITE_MUTATION = ["site"];

type SiteEdit = { change: Partial<SiteSettings>; label: string; turn?: Turn };

/** Saves a field as soon as the owner leaves it. A refusal is shown at the field; what was chosen comes back, what was typed stays. */
export function useEditSite() {
  const client = useQueryClient();
  const toast = useToast();
  const mutation = useMutation({
    mutationKey: SITE_MUTATION,
    // One at a time: of two changes to a field, the later must win on the server too.
    scope: { id: "site" },
    mutationFn: ({ change }: SiteEdit) => call(updateSite, { body: change }),
    onMutate: async ({ change }) => ({ before: await showNow(client, siteQuery, (site) => ({ ...site, ...change })) }),
    onError: (error, { change, label }, shown) => {
      const before = shown?.before;
      if (before) {
        client.setQueryData(siteQuery.queryKey, (now) => now && { ...now, ...pick(before, change) });
      }
      const message = messageOf(error, "The server gave no reason");
      // Announced here and shown at the field.
      toast({
        tone: "error",
        message: isSignedOut(error) ? message : `${label}: ${message}`,
        isQuiet: isAtField(error),
        topic: label,
      });
    },
    onSuccess: ({ site }, { change, label, turn }, { before }) => {
      // While another change is pending, this response is older than what is on screen.
      if (client.isMutating({ mutationKey: SITE_MUTATION }) === 1) client.setQueryData(siteQuery.queryKey, site);
      const back = before && { change: pick(before, change), label };
      const reverse = back && ((next: Turn): Promise<unknown> => mutation.mutateAsync({ ...back, turn: next }));
      toast({ message: `${label} changed`, turn, isQuiet: turn === undefined, reverse, topic: label });
    },
  });
  return {
    /** Never rejects: a refusal has been reported by then. */
    save: (change: Partial<SiteSettings>, label: string): Promise<SaveResult> =>
      saveResultOf(mutation.mutateAsync({ change, label }), (error) => reasonFor(error, change)),
    status: mutation.status,
    /** The sentence about this field, if it was refused. */
    errorOf: (field: SiteField) =>
      mutation.error instanceof ApiError
        ? (mutation.error.errors[field]?.[0] ?? (isAtField(mutation.error) ? undefined : mutation.error.message))
        : undefined,
  };
}

/** What the server says about this field, if it says anything about one. */
function reasonFor(error: unknown, change: Partial<SiteSettings>): string {
  const [field = ""] = Object.keys(change);
  return (error instanceof ApiError && error.errors[field]?.[0]) || messageOf(error, "The server gave no reason");
}

const isAtField = (error: unknown) => error instanceof ApiError && Object.keys(error.errors).length > 0;

function pick(site: SiteSettings, change: Partial<SiteSettings>): Partial<SiteSettings> {
  // The keys of a change are fields.
  return Object.fromEntries(Object.keys(change).map((field) => [field, site[field as SiteField]]));
}
