import { useEffect, useMemo, useState } from "react";
import type { PageContent, ShownPhoto } from "../../../contract/pages.ts";
import { photoName } from "../../../contract/photo-names.ts";
import { DownloadIcon } from "../../stage/icons.tsx";
import { FrameMarkContext } from "../album/frame-mark.ts";
import { Strip } from "../album/Strip.tsx";
import { useOpenPhoto } from "../album/use-open-photo.ts";
import errorStyles from "../page/error.module.css";
import notice from "../page/notice.module.css";
import { usePageTitle } from "../page/use-page-title.ts";
import panel from "../photo/PhotoDetails.module.css";
import { SlideOverlayContext } from "../photo/slide-overlay.ts";
import { Viewer } from "../photo/Viewer.tsx";
import { ENTER_DIALOG } from "./EnterDialog.tsx";
import { GivenMarks } from "./GivenMarks.tsx";
import { LookContext, useNewLook } from "./look.ts";
import { markKeys } from "./mark-keys.ts";
import { PhotoComment } from "./PhotoComment.tsx";
import { PhotoOverlay } from "./PhotoOverlay.tsx";
import { PickButton } from "./PickButton.tsx";
import { RoomGrid } from "./RoomGrid.tsx";
import { RoomLayout } from "./RoomLayout.tsx";
import styles from "./RoomPage.module.css";
import {
  RoomContext,
  SelectionContext,
  useRoom,
  useSelection,
  useSelectionStore,
  useStore,
  type Wanted,
} from "./use-selection.ts";
import { type ShownPhotos, useShownPhotos } from "./use-shown-photos.ts";
import { VerdictButtons } from "./VerdictButtons.tsx";

type RoomPageContent = Extract<PageContent, { page: "room" }>;

/** A viewing room: the strip and the viewer of an album, with hearts, comments and a bar. */
export function RoomPage({ content }: { content: RoomPageContent }) {
  const store = useSelectionStore(content);
  const shown = useShownPhotos(content);
  const needsName = content.room.voices === "named" && content.voice === null;
  // The page of one photo, without JavaScript, has no other heart.
  const [wanted, want] = useState<Wanted | null>(content.photo_id === null ? null : { photoId: content.photo_id });
  const room = useMemo(() => ({ needsName, wanted, want }), [needsName, wanted]);
  return (
    <RoomContext value={room}>
      <SelectionContext value={store}>
        <RoomLayout content={content} shown={shown}>
          <RoomWithViewer content={content} shown={shown} />
        </RoomLayout>
      </SelectionContext>
    </RoomContext>
  );
}

function RoomWithViewer({ content, shown }: { content: RoomPageContent; shown: ShownPhotos }) {
  const { album, photos, room } = content;
  const { view, show } = shown;
  const { photoId, wasStripSeen, viewedPhotoId } = useOpenPhoto();
  const index = photos.findIndex(({ id }) => id === photoId);
  const photo = photos[index];
  usePageTitle({ ...content, photo_id: photoId });
  useStripHearts(photoId !== null);
  const isFirstRound = room.round === 1;
  const hasLabels = room.has_labels;
  const Mark = useMemo(() => {
    const Button = isFirstRound ? PickButton : VerdictButtons;
    return function Mark({ photo, index }: { photo: ShownPhoto; index: number }) {
      const name = photoName(photo, { album, index });
      return (
        <>
          <Button photo={photo} name={name} url={album.url} from={view} className={styles.mark} />
          {hasLabels && <GivenMarks photo={photo} />}
        </>
      );
    };
  }, [album, isFirstRound, hasLabels, view]);
  const isCovered = photoId !== null;
  // A photo that has left the room since its URL was shown.
  if (isCovered && !photo) return <MissingPhoto url={album.url} />;
  const shared = { album, photos, isCovered, viewedPhotoId };
  return (
    <>
      {wasStripSeen && (
        <FrameMarkContext value={Mark}>
          {view === "grid" ? (
            <RoomGrid {...shared} show={show} />
          ) : (
            <Strip {...shared} line={content.panels} nextAlbum={null} />
          )}
        </FrameMarkContext>
      )}
      {photo && <OpenPhoto content={content} photo={photo} index={index} />}
    </>
  );
}

function OpenPhoto({ content, photo, index }: { content: RoomPageContent; photo: ShownPhoto; index: number }) {
  const { album, photos, room } = content;
  const store = useStore();
  const name = photoName(photo, { album, index });
  const { needsName, want } = useRoom();
  const look = useNewLook(photo.id);
  const isFirstRound = room.round === 1;
  const Button = isFirstRound ? PickButton : VerdictButtons;
  const download = room.download !== "none" && (
    <a href={`${album.url}/download?photo_id=${photo.id}`} download aria-label={`Download ${name}`}>
      <DownloadIcon />
    </a>
  );
  const canFlip = photo.change === "shown";
  const flip = () => look.setBefore(look.before ? 0 : 100);
  const toggle = () => store.setPicked(photo.id, !store.pickOf(photo.id)?.picked);
  const choosing = {
    actions: (
      <>
        <Button photo={photo} name={name} url={album.url} className={styles.actions} />
        {download}
      </>
    ),
    keys: {
      ...(isFirstRound && { h: needsName ? () => askForName(want, photo) : toggle }),
      ...(canFlip && { b: flip }),
      ...(room.has_labels && !needsName && markKeys(store, photo)),
    },
    keyNames: [
      isFirstRound && "H heart",
      room.has_labels && "1–5 stars, 6–9 colours, P choose, X take back",
      canFlip && "B before",
    ]
      .filter(Boolean)
      .join(", "),
    panel: (
      <>
        {canFlip && (
          <button
            className={`${panel.summary} ${styles.flip}`}
            type="button"
            aria-pressed={look.before > 0}
            onClick={flip}
            data-control
          >
            Before
          </button>
        )}
        {!needsName && <PhotoComment photo={photo} url={album.url} hasLabels={room.has_labels} />}
      </>
    ),
    status: <MarkState />,
  };
  return (
    <LookContext value={look}>
      <SlideOverlayContext value={PhotoOverlay}>
        <Viewer
          album={album}
          photo={photo}
          previous={photos[index - 1] ?? null}
          next={photos[index + 1] ?? null}
          position={index}
          extras={room.selection ? choosing : download ? { actions: download } : undefined}
        />
      </SlideOverlayContext>
    </LookContext>
  );
}

function askForName(want: (wanted: Wanted) => void, photo: ShownPhoto) {
  want({ photoId: photo.id });
  document.getElementById(ENTER_DIALOG)?.showPopover();
}

/** What became of the last hearts, beside theirs: the bar that says it elsewhere is covered. */
function MarkState() {
  const { problem, notice } = useSelection();
  return (
    <p className={styles.state} role="status">
      {problem === null ? notice : <span className={errorStyles.error}>{problem}</span>}
    </p>
  );
}

function MissingPhoto({ url }: { url: string }) {
  return (
    <div className={notice.notice}>
      <h1 className={notice.heading}>Photo not found</h1>
      <p className={notice.text}>It is no longer in this gallery.</p>
      <a className={notice.button} href={url}>
        Back to the gallery
      </a>
    </div>
  );
}

/** H chooses the photo that has the focus in the strip. */
function useStripHearts(isCovered: boolean) {
  useEffect(() => {
    if (isCovered) return;
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.key.toLowerCase() !== "h") return;
      if (document.querySelector("dialog:modal, [popover]:popover-open")) return;
      const frame = document.activeElement?.closest<HTMLElement>("[data-photo]");
      frame?.querySelector<HTMLButtonElement>("button[name=picked]")?.click();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [isCovered]);
}
