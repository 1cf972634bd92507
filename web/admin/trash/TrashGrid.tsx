import { useQuery } from "@tanstack/react-query";
import type { AdminAlbum } from "../../../contract/albums.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { useDeletePermanently, useTrash } from "../actions/trash.ts";
import { albumsQuery } from "../data/albums.api.ts";
import { photoName } from "../data/photo-name.ts";
import { photoQuery } from "../data/photos.api.ts";
import { useSelection } from "../photo-grid/selection.ts";
import { returnsTo } from "./returns-to.ts";
import styles from "./Trash.module.css";
import { TrashedPhotoCard } from "./TrashedPhotoCard.tsx";
import { TrashLoupe } from "./TrashLoupe.tsx";
import { useParts } from "./use-parts.ts";

/** Cards drawn at first, and more each time the end of them comes near. */
const CARDS_PER_PART = 60;

type TrashGridProps = { ids: PhotoId[]; checked: ReadonlySet<PhotoId>; onCheck: (id: PhotoId) => void };

export function TrashGrid({ ids, checked, onCheck }: TrashGridProps) {
  const { data: albums = [] } = useQuery(albumsQuery);
  const { count, endRef } = useParts(ids.length, CARDS_PER_PART);
  const selection = useSelection(ids);
  const confirm = useConfirm();
  const { restore } = useTrash();
  const deletePermanently = useDeletePermanently();

  async function askAndDelete(photo: AdminPhoto) {
    const confirmed = await confirm({
      title: photoName(photo),
      question: "Permanently delete this photo? This cannot be undone.",
      confirmLabel: "Delete Forever",
    });
    if (confirmed) deletePermanently.mutate([photo.id]);
  }

  return (
    <>
      <ul className={styles.grid} aria-label="Deleted photos">
        {ids.slice(0, count).map((id) => (
          <TrashedPhoto
            key={id}
            id={id}
            albums={albums}
            isChecked={checked.has(id)}
            onCheck={() => onCheck(id)}
            onView={() => selection.view(id)}
            onRestore={(photo) => restore([photo.id])}
            onDelete={askAndDelete}
          />
        ))}
      </ul>
      {count < ids.length && <div ref={endRef} />}
      {selection.viewed !== null && (
        <TrashLoupe
          current={selection.viewed}
          selection={selection}
          onRestore={(id) => restore([id])}
          onDelete={askAndDelete}
        />
      )}
    </>
  );
}

type TrashedPhotoProps = {
  id: PhotoId;
  albums: AdminAlbum[];
  isChecked: boolean;
  onCheck: () => void;
  onView: () => void;
  onRestore: (photo: AdminPhoto) => void;
  onDelete: (photo: AdminPhoto) => void;
};

function TrashedPhoto({ id, albums, isChecked, onCheck, onView, onRestore, onDelete }: TrashedPhotoProps) {
  const { data: photo } = useQuery(photoQuery(id));
  return (
    <li className={styles.cell}>
      {photo && (
        <TrashedPhotoCard
          photo={photo}
          returnsTo={returnsTo(photo, albums)}
          isChecked={isChecked}
          onCheck={onCheck}
          onView={onView}
          onRestore={() => onRestore(photo)}
          onDelete={() => onDelete(photo)}
        />
      )}
    </li>
  );
}
