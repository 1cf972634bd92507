import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { AdminAlbum } from "../../../contract/albums.ts";
import * as sequences from "../../../contract/sequences.ts";
import { messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { type Turn, useToast } from "../../ui/Toast.tsx";
import { ALBUM_MUTATION } from "../data/library-cache.ts";
import { broadcastPhotoUpdated } from "../data/photo-updated.ts";
import { refreshSequences } from "../data/sequence.api.ts";

type Version = Pick<sequences.SequenceVersion, "id" | "name">;
type Publication = { version: Version; before: Version; turn?: Turn };

/** Undo publishes the version that visitors saw before. */
export function usePublishVersion({ slug, title }: AdminAlbum) {
  const client = useQueryClient();
  const toast = useToast();
  const publish = useMutation({
    mutationKey: ALBUM_MUTATION,
    mutationFn: ({ version, before, turn }: Publication) =>
      call(sequences.publishVersion, { params: { slug, id: turn === "undone" ? before.id : version.id } }),
    onSuccess: (_, { version, before, turn }) =>
      toast({
        message: `${version.name} of ${title} published`,
        note: "Visitors see it now.",
        turn,
        reverse: (turn): Promise<unknown> => publish.mutateAsync({ version, before, turn }),
      }),
    onError: (error, { version }) =>
      toast({ tone: "error", message: messageOf(error, `${version.name} was not published`) }),
    onSettled: async () => {
      await refreshSequences(client);
      // The album has another order now.
      broadcastPhotoUpdated({ action: "reordered", photo_ids: [] });
    },
  });
  return publish;
}

/** A copy, or another line that begins as one. Shows no message on failure: the form does. */
export function useCreateVersion({ slug }: AdminAlbum) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationKey: ALBUM_MUTATION,
    mutationFn: async ({ panels, ...copy }: { name: string; from: number; panels?: sequences.Panel[] }) => {
      const created = await call(sequences.createVersion, { params: { slug }, body: copy });
      if (!panels) return created;
      const { version_id, revision } = created.sequence;
      return call(sequences.saveSequence, { params: { slug }, body: { version_id, revision, panels } });
    },
    onSuccess: ({ sequence }) => toast({ message: `${sequence.name} added`, note: "Visitors do not see it." }),
    onSettled: () => refreshSequences(client),
  });
}

/** Shows no message on failure: the form does. */
export function useRenameVersion({ slug }: AdminAlbum) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: ALBUM_MUTATION,
    mutationFn: ({ id, name }: Version) => call(sequences.renameVersion, { params: { slug, id }, body: { name } }),
    onSettled: () => refreshSequences(client),
  });
}

export function useDeleteVersion({ slug }: AdminAlbum) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationKey: ALBUM_MUTATION,
    mutationFn: ({ id }: Version) => call(sequences.deleteVersion, { params: { slug, id } }),
    onSuccess: (_, { name }) => toast({ message: `${name} deleted` }),
    onError: (error, { name }) => toast({ tone: "error", message: messageOf(error, `${name} was not deleted`) }),
    onSettled: () => refreshSequences(client),
  });
}
