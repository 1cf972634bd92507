import { useQueries } from "@tanstack/react-query";
import { type KeyboardEvent, useDeferredValue, useRef, useState } from "react";
import { PAGE_MAX_PHOTOS } from "../../../contract/limits.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { messageOf } from "../../api/api-error.ts";
import { useMedia } from "../../hooks/use-media.ts";
import { Backdrop } from "../../ui/Backdrop.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { useOverlay } from "../../ui/focus.ts";
import { CloseIcon, TrashIcon } from "../../ui/icons.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { photoQuery } from "../data/photos.api.ts";
import { InSightContext } from "../drafts/use-draft.ts";
import { FlagButtons } from "./FlagButtons.tsx";
import { PhotoFacts } from "./PhotoFacts.tsx";
import { PhotoFields } from "./PhotoFields.tsx";
import styles from "./PhotoPanel.module.css";
import { PhotoPreview } from "./PhotoPreview.tsx";

type PhotoPanelProps = {
  ids: PhotoId[];
  isFolded: boolean;
  /** Below 1100 px the panel covers the grid, for lack of room next to it. */
  isDrawerOpen: boolean;
  onClose: () => void;
  onTrash: () => void;
  onAddToAlbum: () => void;
  /** Goes on to the photo after this one, and returns it. Undefined after the last one. */
  onNext: () => PhotoId | undefined;
};

/** Everything about the selected photos; each change saves right away. */
export function PhotoPanel({ ids, isFolded, isDrawerOpen, onClose, onTrash, onAddToAlbum, onNext }: PhotoPanelProps) {
  const panel = useRef<HTMLElement>(null);
  // Selecting must stay instant, even when a frame is dragged over hundreds of photos; the panel may lag.
  const settledIds = useDeferredValue(ids);
  // Describing one photo after the other: the next one's field takes over the focus, before another letter is typed.
  const [dueId, setDueId] = useState<PhotoId | null>(null);
  const isDue = ids.length === 1 && ids[0] === dueId;
  if (dueId !== null && !isDue) setDueId(null);
  const shownIds = isDue ? ids : settledIds;
  const hasPhotos = ids.length > 0 && shownIds.length > 0;
  const isNarrow = useMedia("(max-width: 1100px)");
  const isDrawer = isNarrow && isDrawerOpen && hasPhotos;
  const isModal = useMedia("(max-width: 768px)");
  useOverlay(panel, { isOpen: isDrawer, isModal, onClose });
  const { photos, error, retry } = useSelectedPhotos(shownIds);
  const fold = `${isFolded ? styles.folded : ""} ${isDrawerOpen ? styles.open : ""}`;

  if (!hasPhotos) {
    // Keeps its width, so that the grid does not shift on the first click.
    return (
      <aside
        aria-label="No photo selected"
        data-panel={isFolded ? "folded" : "open"}
        className={`${styles.nothing} ${fold}`}
      >
        <p>Select a photo to see and edit its details.</p>
      </aside>
    );
  }
  return (
    <>
      {isDrawer && isModal && <Backdrop label="Close details" onClose={onClose} />}
      <aside
        ref={panel}
        aria-label="Photo details"
        data-panel={isFolded ? "folded" : "open"}
        data-return-focus={CURRENT_TILE}
        className={`${styles.panel} ${fold}`}
        onKeyDown={leaveOnEscape}
      >
        <header className={styles.header}>
          <h2>{shownIds.length === 1 ? "Photo" : `${shownIds.length.toLocaleString("en")} photos`}</h2>
          <IconButton label="Close panel" icon={<CloseIcon />} onClick={onClose} />
        </header>
        {photos.length === 0 && !error && <Loading />}
        {photos.length === 0 && error && (
          <div role="alert" className={styles.failure}>
            <p>{messageOf(error, "The photo could not be loaded.")}</p>
            <Button onClick={retry}>Retry</Button>
          </div>
        )}
        {photos.length > 0 && (
          <InSightContext value={isNarrow ? isDrawerOpen : !isFolded}>
            <Details
              key={`${shownIds.length} from ${shownIds[0]} to ${shownIds.at(-1)}`}
              ids={shownIds}
              photos={photos}
              onTrash={onTrash}
              onAddToAlbum={onAddToAlbum}
              dueField={isDue ? "alt" : null}
              onNext={() => {
                const next = onNext();
                if (next !== undefined) setDueId(next);
              }}
            />
          </InSightContext>
        )}
      </aside>
    </>
  );
}

const CURRENT_TILE = '[role="listbox"] [tabindex="0"]';

/** Beside the grid; as a drawer it closes instead. */
function leaveOnEscape(event: KeyboardEvent) {
  if (event.key !== "Escape" || event.defaultPrevented || matchMedia("(max-width: 1100px)").matches) return;
  document.querySelector<HTMLElement>(CURRENT_TILE)?.focus();
}

type DetailsProps = {
  ids: PhotoId[];
  photos: AdminPhoto[];
  onTrash: () => void;
  onAddToAlbum: () => void;
  dueField: "alt" | null;
  onNext: () => void;
};

function Details({ ids, photos, onTrash, onAddToAlbum, dueField, onNext }: DetailsProps) {
  const [photo] = photos;
  return (
    <div className={styles.details}>
      <PhotoPreview photos={photos} count={ids.length} />
      {ids.length > photos.length && (
        <p className={styles.note}>
          Showing values from the first {photos.length.toLocaleString("en")}. A change applies to all{" "}
          {ids.length.toLocaleString("en")}.
        </p>
      )}
      <FlagButtons ids={ids} photos={photos} />
      <PhotoFields
        ids={ids}
        photos={photos}
        onAddToAlbum={onAddToAlbum}
        dueField={dueField}
        onNext={ids.length === 1 ? onNext : undefined}
      />
      {ids.length === 1 && photo && <PhotoFacts photo={photo} />}
      <Button kind="danger" icon={<TrashIcon />} onClick={onTrash}>
        Move to trash
      </Button>
    </div>
  );
}

/** Loads at most one page of the selected photos: selecting thousands must stay fast. */
function useSelectedPhotos(ids: PhotoId[]) {
  return useQueries({
    queries: ids.slice(0, PAGE_MAX_PHOTOS).map(photoQuery),
    combine: (results) => ({
      photos: results.map((result) => result.data).filter((photo) => photo !== undefined),
      error: results.find((result) => result.error)?.error,
      retry: () => {
        for (const result of results) if (result.error) void result.refetch();
      },
    }),
  });
}
