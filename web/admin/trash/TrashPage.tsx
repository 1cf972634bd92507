import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { PhotoId } from "../../../contract/photos.ts";
import { Button } from "../../ui/Button.tsx";
import { TrashIcon } from "../../ui/icons.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { useTrash } from "../actions/trash.ts";
import { countPhotos } from "../data/photo-edits.ts";
import { trashedPhotoIds } from "../data/trash.api.ts";
import { AdminPage, EmptyState } from "../page/AdminPage.tsx";
import { TileControls } from "../photo-grid/TileControls.tsx";
import { EmptyTrashButton } from "./EmptyTrashButton.tsx";
import { RetentionNotice } from "./RetentionNotice.tsx";
import styles from "./Trash.module.css";
import { TrashGrid } from "./TrashGrid.tsx";
import { TrashSelectionBar } from "./TrashSelectionBar.tsx";

export function TrashPage() {
  // Spec section 8: a failed trash fetch is only logged and shows an empty list.
  const { data: ids = NONE, isPending, isFetching, refetch } = useQuery(trashedPhotoIds);
  const { restore, restoreAll } = useTrash();
  const [checked, setChecked] = useState<ReadonlySet<PhotoId>>(new Set());
  // Photos that have left the trash are no longer selected.
  const checkedIds = useMemo(() => ids.filter((id) => checked.has(id)), [ids, checked]);

  const clear = () => setChecked(new Set());
  const toggle = (id: PhotoId) => {
    const after = new Set(checked);
    if (!after.delete(id)) after.add(id);
    setChecked(after);
  };

  return (
    <AdminPage
      title="Trash"
      subtitle="Deleted photos - can be permanently deleted or restored"
      actions={
        <>
          <Button onClick={() => refetch()} aria-busy={isFetching}>
            Refresh Trash
          </Button>
          <Button why={ids.length === 0 && "The trash is empty"} onClick={() => restoreAll(ids)}>
            Restore all
          </Button>
          <EmptyTrashButton ids={ids} />
          {ids.length > 0 && <TileControls />}
        </>
      }
      bar={
        checkedIds.length > 0 && (
          <TrashSelectionBar
            ids={checkedIds}
            onRestore={() => {
              restore(checkedIds);
              clear();
            }}
            onDeleted={clear}
            onSelectAll={() => setChecked(new Set(ids))}
            onClear={clear}
          />
        )
      }
    >
      <RetentionNotice />
      {ids.length > 0 && <p className={styles.total}>{countPhotos(ids.length)} in the trash</p>}
      {isPending && <Loading />}
      {!isPending && ids.length === 0 && <EmptyTrash />}
      {ids.length > 0 && <TrashGrid ids={ids} checked={checked} onCheck={toggle} />}
    </AdminPage>
  );
}

function EmptyTrash() {
  const tip = <p>Tip: click Refresh Trash to check again, for example after deleting photos in another window.</p>;
  return (
    <EmptyState title="Trash is empty" icon={<TrashIcon />} action={tip}>
      No deleted photos found. Photos moved to trash will appear here.
    </EmptyState>
  );
}

const NONE: PhotoId[] = [];
