import { useEffect, useMemo } from "react";
import type { PageContent, ShownPhoto } from "../../../contract/pages.ts";
import { photoName } from "../../../contract/photo-names.ts";
import { FrameMarkContext } from "../album/frame-mark.ts";
import { Strip } from "../album/Strip.tsx";
import { useOpenPhoto } from "../album/use-open-photo.ts";
import errorStyles from "../page/error.module.css";
import notice from "../page/notice.module.css";
import { usePageTitle } from "../page/use-page-title.ts";
import { Viewer } from "../photo/Viewer.tsx";
import { PhotoComment } from "./PhotoComment.tsx";
import { PickButton } from "./PickButton.tsx";
import { RoomLayout } from "./RoomLayout.tsx";
import styles from "./RoomPage.module.css";
import { SelectionContext, useSelection, useSelectionStore, useStore } from "./use-selection.ts";

type RoomPageContent = Extract<PageContent, { page: "room" }>;

/** A viewing room: the strip and the viewer of an album, with hearts, comments and a bar. */
export function RoomPage({ content }: { content: RoomPageContent }) {
  const store = useSelectionStore(content);
  return (
    <SelectionContext value={store}>
      <RoomLayout content={content}>
        <RoomWithViewer content={content} />
      </RoomLayout>
    </SelectionContext>
  );
}

function RoomWithViewer({ content }: { content: RoomPageContent }) {
  const { album, photos } = content;
  const { photoId, wasStripSeen, viewedPhotoId } = useOpenPhoto();
  const index = photos.findIndex(({ id }) => id === photoId);
  const photo = photos[index];
  usePageTitle({ ...content, photo_id: photoId });
  useStripHearts(photoId !== null);
  const Mark = useMemo(() => {
    return function Mark({ photo, index }: { photo: ShownPhoto; index: number }) {
      const name = photoName(photo, { album, index });
      return <PickButton photo={photo} name={name} url={album.url} from="strip" className={styles.mark} />;
    };
  }, [album]);
  // A photo that has left the room since its URL was shown.
  if (photoId !== null && !photo) return <MissingPhoto url={album.url} />;
  return (
    <>
      {wasStripSeen && (
        <FrameMarkContext value={Mark}>
          <Strip
            album={album}
            photos={photos}
            line={content.panels}
            nextAlbum={null}
            isCovered={photoId !== null}
            viewedPhotoId={viewedPhotoId}
          />
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
  const toggle = () => store.setPicked(photo.id, store.pickOf(photo.id)?.picked !== true);
  return (
    <Viewer
      album={album}
      photo={photo}
      previous={photos[index - 1] ?? null}
      next={photos[index + 1] ?? null}
      position={index}
      extras={
        room.selection
          ? {
              actions: <PickButton photo={photo} name={name} url={album.url} />,
              keys: { h: toggle },
              keyNames: "H heart",
              panel: <PhotoComment key={photo.id} photo={photo} url={album.url} />,
              status: <MarkState />,
            }
          : undefined
      }
    />
  );
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
