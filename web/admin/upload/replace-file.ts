import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import type { SiteSettings } from "../../../contract/site.ts";
import { revertFile, type UploadError } from "../../../contract/uploads.ts";
import { messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { createListeners } from "../../hooks/listeners.ts";
import { type Turn, useToast } from "../../ui/Toast.tsx";
import { describePhotos } from "../actions/describe-photos.ts";
import { PHOTO_MUTATION, rememberPhotos } from "../data/library-cache.ts";
import { broadcastPhotoUpdated } from "../data/photo-updated.ts";
import { siteQuery } from "../data/site.api.ts";
import { refuseFile } from "./refuse-file.ts";
import { sendForm } from "./send-form.ts";

/** The share of its new file that each photo has received; the panel and the loupe both show it. */
const shares = new Map<PhotoId, number>();
const { notify, subscribe } = createListeners();

function setShare(id: PhotoId, share: number | undefined): void {
  if (share === undefined) shares.delete(id);
  else shares.set(id, share);
  notify();
}

type Replacing = { file: File; turn?: Turn };

/** Replaces a photo's file, and goes back to the file before. */
export function useReplaceFile(id: PhotoId) {
  const client = useQueryClient();
  const toast = useToast();
  const { data: site } = useQuery(siteQuery);
  const share = useSyncExternalStore(subscribe, () => shares.get(id));

  const show = (photo: AdminPhoto) => {
    rememberPhotos(client, [photo]);
    broadcastPhotoUpdated({ action: "updated", photo_ids: [photo.id], photo });
  };
  const reverting = useMutation({
    mutationKey: PHOTO_MUTATION,
    mutationFn: (_undoing: Replacing | null) => call(revertFile, { params: { id } }),
    onSuccess: ({ photo }, undoing) => {
      show(photo);
      const name = describePhotos(client, [id]);
      if (!undoing) return toast({ message: `The earlier file of ${name} is back` });
      const { file, turn } = undoing;
      const reverse = (turn: Turn): Promise<unknown> => replacing.mutateAsync({ file, turn });
      toast({ message: `File of ${name} replaced`, turn, reverse });
    },
    onError: (error) => toast({ tone: "error", message: messageOf(error, "The earlier file could not be restored") }),
  });
  const replacing = useMutation({
    mutationKey: PHOTO_MUTATION,
    mutationFn: async ({ file }: Replacing) => send(id, file, await client.ensureQueryData(siteQuery)),
    onMutate: () => setShare(id, 0),
    onSuccess: (photo, { file, turn }) => {
      show(photo);
      const reverse = (turn: Turn): Promise<unknown> => reverting.mutateAsync({ file, turn });
      toast({ message: `File of ${describePhotos(client, [id])} replaced`, turn, reverse });
    },
    onError: (error, { file }) => toast({ tone: "error", message: `${file.name}: ${error.message}` }),
    onSettled: () => setShare(id, undefined),
  });
  return {
    /** Undefined while no file is sent; 1 while the server makes the pictures. */
    share,
    acceptsHeic: site?.accepts_heic ?? false,
    replace: (file: File) => replacing.mutate({ file }),
    revert: () => reverting.mutate(null),
  };
}

async function send(id: PhotoId, file: File, site: SiteSettings): Promise<AdminPhoto> {
  const refusal = refuseFile(file, { maxMb: site.upload_max_mb, acceptsHeic: site.accepts_heic });
  if (refusal) throw new Error(sentenceFor(refusal));
  const form = new FormData();
  form.append("photo", file);
  form.append("last_modified", String(file.lastModified));
  const { status, body } = await sendForm<{ photo: AdminPhoto; failed_uploads: UploadError[] }>({
    method: "PUT",
    path: `/admin/photos/${id}/file`,
    form,
    onProgress: (share) => setShare(id, share),
  });
  if (body.photo) return body.photo;
  const [error] = body.failed_uploads ?? [];
  throw new Error(error ? sentenceFor(error) : (body.message ?? `The server responded with status ${status}.`));
}

const sentenceFor = ({ error, error_details }: UploadError) =>
  [error, error_details.suggestion].filter(Boolean).join(" ");
