import { useQuery } from "@tanstack/react-query";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { photoName } from "../data/photo-name.ts";
import { photoQuery } from "../data/photos.api.ts";
import { useDeletePermanently, useTrash } from "../data/trash.api.ts";
import { useSelection } from "../photo-grid/selection.ts";
import styles from "./Trash.module.css";
import { TrashedPhotoCard } from "./TrashedPhotoCard.tsx";
import { TrashLoupe } from "./TrashLoupe.tsx";

export function TrashGrid({ ids }: { ids: PhotoId[] }) {
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
    if (confirmed) deletePermanently.mutate(photo);
  }

  return (
    <>
      <ul className={styles.grid} aria-label="Deleted photos">
        {ids.map((id) => (
          <TrashedPhoto
            key={id}
            id={id}
            onView={() => selection.view(id)}
            onRestore={(photo) => restore([photo.id])}
            onDelete={askAndDelete}
          />
        ))}
      </ul>
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
  onView: () => void;
  onRestore: (photo: AdminPhoto) => void;
  onDelete: (photo: AdminPhoto) => void;
};

function TrashedPhoto({ id, onView, onRestore, onDelete }: TrashedPhotoProps) {
  const { data: photo } = useQuery(photoQuery(id));
  return (
    <li className={styles.cell}>
      {photo && (
        <TrashedPhotoCard
          photo={photo}
          onView={onView}
          onRestore={() => onRestore(photo)}
          onDelete={() => onDelete(photo)}
        />
      )}
    </li>
  );
}
