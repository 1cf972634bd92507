import { useCallback, useState } from "react";
import { useLocation } from "react-router";
import type { AdminAlbum } from "../../../contract/albums.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { useUpload } from "../upload/album-upload.ts";
import type { ChosenFiles } from "../upload/dropped-files.ts";
import { UploadDialog } from "../upload/UploadDialog.tsx";
import { useFileDrop } from "../upload/use-file-drop.ts";
import { DropHint } from "./DropHint.tsx";
import { dropPlaceAt } from "./drop-place.ts";

/** The upload dialog; dropping files anywhere on the album opens it. Closed, it leaves the upload going. */
export function useAlbumUpload(album: AdminAlbum, ids: readonly PhotoId[]) {
  const upload = useUpload(album);
  const [isOpened, setOpened] = useState(false);
  const [leftOut, setLeftOut] = useState(0);
  const asked = useAskedToShow();
  const place = useFileDrop({
    acceptsHeic: upload.acceptsHeic,
    placeAt: (x, y) => dropPlaceAt(ids, x, y),
    onDrop: (chosen, { before }) => choose(chosen, before),
  });
  const isOpen = isOpened || (asked.isAsked && upload.rows.length > 0);

  function choose(chosen: ChosenFiles, before: PhotoId | null = null) {
    setOpened(true);
    setLeftOut((already) => already + chosen.leftOut);
    upload.queue.add(chosen.files, before);
  }

  const { queue } = upload;
  const isUploading = upload.summary.unfinished > 0;
  const { dismiss } = asked;
  const close = useCallback(() => {
    setOpened(false);
    dismiss();
    if (isUploading) return;
    setLeftOut(0);
    queue.clear();
  }, [queue, isUploading, dismiss]);

  const dialog = isOpen ? (
    <UploadDialog
      album={album}
      upload={upload}
      leftOut={leftOut}
      isFileOver={place !== null}
      onChoose={choose}
      onClose={close}
    />
  ) : (
    place && <DropHint title={album.title} place={place} />
  );
  return { open: () => setOpened(true), isUploading, dialog };
}

/** The status of the uploads leads here, once for each click. */
function useAskedToShow() {
  const { key, state } = useLocation();
  const [dismissedKey, setDismissedKey] = useState<string | null>(null);
  const isAsked = state?.showsUpload === true && key !== dismissedKey;
  const dismiss = useCallback(() => setDismissedKey(key), [key]);
  return { isAsked, dismiss };
}
