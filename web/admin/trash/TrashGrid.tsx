import { useQuery } from "@tanstack/react-query";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { photoName } from "../data/photo-name.ts";
import { photoQuery } from "../data/photos.api.ts";
import { useDeletePermanently, useTrash } from "../data/trash.api.ts";
import styles from "./Trash.module.css";
import { TrashedPhotoCard } from "./TrashedPhotoCard.tsx";

export function TrashGrid({ ids }: { ids: readonly PhotoId[] }) {
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
    <ul className={styles.grid} aria-label="Deleted photos">
      {ids.map((id) => (
        <TrashedPhoto key={id} id={id} onRestore={(photo) => restore([photo.id])} onDelete={askAndDelete} />
      ))}
    </ul>
  );
}

type TrashedPhotoProps = {
  id: PhotoId;
  onRestore: (photo: AdminPhoto) => void;
  onDelete: (photo: AdminPhoto) => void;
};

function TrashedPhoto({ id, onRestore, onDelete }: TrashedPhotoProps) {
  const { data: photo } = useQuery(photoQuery(id));
  return (
    <li className={styles.cell}>
      {photo && <TrashedPhotoCard photo={photo} onRestore={() => onRestore(photo)} onDelete={() => onDelete(photo)} />}
    </li>
  );
}
