import { useEffect, useMemo } from "react";
import type { PageContent, ShownPhoto } from "../../../contract/pages.ts";
import { photoName } from "../../../contract/photo-names.ts";
import { FrameMarkContext } from "../album/frame-mark.ts";
import { Strip } from "../album/Strip.tsx";
import { useOpenPhoto } from "../album/use-open-photo.ts";
import errorStyles from "../page/error.module.css";
import notice from "../page/notice.module.css";
import { usePageTitle } from "../page/use-page-title.ts";
import { SlideOverlayContext } from "../photo/slide-overlay.ts";
import { Viewer } from "../photo/Viewer.tsx";
import { ENTER_DIALOG } from "./EnterDialog.tsx";
import { LookContext, useNewLook } from "./look.ts";
import { markKeys } from "./mark-keys.ts";
import { PhotoComment } from "./PhotoComment.tsx";
import { PhotoOverlay } from "./PhotoOverlay.tsx";
import { PickButton } from "./PickButton.tsx";
import { RoomGrid } from "./RoomGrid.tsx";
import { RoomLayout } from "./RoomLayout.tsx";
import styles from "./RoomPage.module.css";
import { RoomContext, SelectionContext, useRoom, useSelection, useSelectionStore, useStore } from "./use-selection.ts";
import { type ShownPhotos, useShownPhotos } from "./use-shown-photos.ts";
import { VerdictButtons } from "./VerdictButtons.tsx";

type RoomPageContent = Extract<PageContent, { page: "room" }>;

/** A viewing room: the strip and the viewer of an album, with hearts, comments and a bar. */
export function RoomPage({ content }: { content: RoomPageContent }) {
  const store = useSelectionStore(content);
  const shown = useShownPhotos(content);
  const needsName = content.room.voices === "named" && content.voice === null;
  const room = useMemo(() => ({ needsName }), [needsName]);
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
  const { photoId, wasStripSeen, viewedPhotoId } = useOpenPhoto();
  const index = photos.findIndex(({ id }) => id === photoId);
  const photo = photos[index];
  usePageTitle({ ...content, photo_id: photoId });
  useStripHearts(photoId !== null);
  const isFirstRound = room.round === 1;
  const Mark = useMemo(() => {
    return function Mark({ photo, index }: { photo: ShownPhoto; index: number }) {
      const name = photoName(photo, { album, index });
      const Button = isFirstRound ? PickButton : VerdictButtons;
      return <Button photo={photo} name={name} url={album.url} from="strip" className={styles.mark} />;
    };
  }, [album, isFirstRound]);
  // A photo that has left the room since its URL was shown.
  if (photoId !== null && !photo) return <MissingPhoto url={album.url} />;
  return (
    <>
      {wasStripSeen && (
        <FrameMarkContext value={Mark}>
          {shown.view === "grid" ? (
            <RoomGrid
              album={album}
              photos={photos}
              show={shown.show}
              isCovered={photoId !== null}
              viewedPhotoId={viewedPhotoId}
            />
          ) : (
            <Strip
              album={album}
              photos={photos}
              line={content.panels}
              nextAlbum={null}
              isCovered={photoId !== null}
              viewedPhotoId={viewedPhotoId}
            />
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
  const { needsName } = useRoom();
  const look = useNewLook(photo.id);
  const Button = room.round === 1 ? PickButton : VerdictButtons;
  const toggle = () => store.setPicked(photo.id, store.pickOf(photo.id)?.picked !== true);
  return (
    <LookContext value={look}>
      <SlideOverlayContext value={PhotoOverlay}>
        <Viewer
          album={album}
          photo={photo}
          previous={photos[index - 1] ?? null}
          next={photos[index + 1] ?? null}
          position={index}
          extras={
            room.selection
              ? {
                  actions: <Button photo={photo} name={name} url={album.url} className={styles.actions} />,
                  keys: {
                    h: needsName ? askForName : toggle,
                    ...(photo.change === "shown" && { b: () => look.setBefore(look.before === 0 ? 100 : 0) }),
                    ...(room.has_labels && !needsName && markKeys(store, photo)),
                  },
                  keyNames: room.has_labels ? "H heart, 1–5 stars, 6–9 colours, P choose, X take back" : "H heart",
                  panel: !needsName && (
                    <PhotoComment key={photo.id} photo={photo} url={album.url} hasLabels={room.has_labels} />
                  ),
                  status: <MarkState />,
                }
              : undefined
          }
        />
      </SlideOverlayContext>
    </LookContext>
  );
}

const askForName = () => document.getElementById(ENTER_DIALOG)?.showPopover();

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
