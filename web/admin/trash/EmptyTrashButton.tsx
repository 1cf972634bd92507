import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { PhotoId } from "../../../contract/photos.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { useEmptyTrash } from "../actions/trash.ts";
import { countPhotos } from "../data/photo-edits.ts";
import { summaryQuery } from "../data/session.api.ts";
import { trashedPhotoIds } from "../data/trash.api.ts";
import styles from "./Trash.module.css";

const PROGRESS_POLL_MS = 500;

export function EmptyTrashButton({ ids }: { ids: PhotoId[] }) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const emptyTrash = useEmptyTrash();

  async function ask() {
    // Another window may have moved more photos there.
    const now = await client.fetchQuery({ ...trashedPhotoIds, staleTime: 0 }).catch(() => ids);
    const confirmed = await confirm({
      title: "Empty Trash",
      question: "Are you sure you want to permanently delete all photos in trash? This cannot be undone.",
      detail: `${countPhotos(now.length)} in the trash.`,
      confirmLabel: "Empty Trash",
    });
    if (confirmed) emptyTrash.mutate(now);
  }

  if (emptyTrash.isPending) return <EmptyingProgress total={emptyTrash.variables.length} />;
  return (
    <Button kind="danger" why={ids.length === 0 && "The trash is empty"} onClick={ask}>
      Empty Trash
    </Button>
  );
}

/** The server deletes in batches, and its trash count drops with each. */
function EmptyingProgress({ total }: { total: number }) {
  const { data: counts } = useQuery({ ...summaryQuery, refetchInterval: PROGRESS_POLL_MS });
  const deleted = Math.max(0, total - (counts?.trash ?? total));
  return (
    <label className={styles.emptying}>
      Deleting {deleted.toLocaleString("en")} of {total.toLocaleString("en")}
      <progress value={deleted} max={total} />
    </label>
  );
}
