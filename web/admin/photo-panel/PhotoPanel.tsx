import { type KeyboardEvent, type ReactNode, useDeferredValue, useRef, useState } from "react";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { messageOf } from "../../api/api-error.ts";
import { useMedia } from "../../hooks/use-media.ts";
import { Backdrop } from "../../ui/Backdrop.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { useOverlay } from "../../ui/focus.ts";
import { CloseIcon } from "../../ui/icons.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { InSightContext } from "../drafts/use-draft.ts";
import { PhotoFacts } from "./PhotoFacts.tsx";
import { PhotoFields } from "./PhotoFields.tsx";
import styles from "./PhotoPanel.module.css";
import { PhotoPreview } from "./PhotoPreview.tsx";
import type { PhotoText } from "./PhotoTexts.tsx";
import { useSelectedPhotos } from "./selected-photos.ts";

type PhotoPanelProps = {
  ids: PhotoId[];
  isFolded: boolean;
  /** Below 1100 px the panel covers the grid, for lack of room next to it. */
  isDrawerOpen: boolean;
  onClose: () => void;
  /** Keeps it folded until it is asked for. */
  onFold: () => void;
  /** Goes on to the photo after this one, and returns it. Undefined after the last one. */
  onNext: () => PhotoId | undefined;
  /** What it shows while no photo is selected. */
  whileNothing?: ReactNode;
  /** What this screen knows about one photo. */
  aboutPhoto?: ((id: PhotoId) => ReactNode) | undefined;
};

/** What is known about the selected photos; each change saves right away. The bar has what can be done with them. */
export function PhotoPanel(props: PhotoPanelProps) {
  const { ids, isFolded, isDrawerOpen, onClose, onFold, onNext, whileNothing, aboutPhoto } = props;
  const panel = useRef<HTMLElement>(null);
  // Selecting must stay instant, even when a frame is dragged over hundreds of photos; the panel may lag.
  const settledIds = useDeferredValue(ids);
  // Describing one photo after the other: the next one's field takes over the focus, before another letter is typed.
  const [due, setDue] = useState<{ id: PhotoId; field: PhotoText } | null>(null);
  const isDue = ids.length === 1 && ids[0] === due?.id;
  if (due !== null && !isDue) setDue(null);
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
        className={`${styles.panel} ${fold}`}
      >
        <header className={styles.header}>
          <h2>Details</h2>
          <IconButton
            label="Hide panel"
            title="Hide panel (I)"
            aria-keyshortcuts="I"
            icon={<CloseIcon />}
            onClick={onFold}
          />
        </header>
        {whileNothing ?? <p className={styles.nothing}>Select a photo to see and edit its details.</p>}
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
              aboutPhoto={aboutPhoto}
              dueField={isDue && due ? due.field : null}
              onNext={(field) => {
                const id = onNext();
                if (id !== undefined) setDue({ id, field });
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
  aboutPhoto: PhotoPanelProps["aboutPhoto"];
  dueField: PhotoText | null;
  onNext: (field: PhotoText) => void;
};

function Details({ ids, photos, aboutPhoto, dueField, onNext }: DetailsProps) {
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
      {ids.length === 1 && photo && aboutPhoto?.(photo.id)}
      <PhotoFields ids={ids} photos={photos} dueField={dueField} onNext={ids.length === 1 ? onNext : undefined} />
      {ids.length === 1 && photo && <PhotoFacts photo={photo} />}
    </div>
  );
}
