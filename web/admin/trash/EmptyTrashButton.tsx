import { useQuery } from "@tanstack/react-query";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { summaryQuery } from "../data/session.api.ts";
import { useEmptyTrash } from "../data/trash.api.ts";
import styles from "./Trash.module.css";

const PROGRESS_POLL_MS = 500;

export function EmptyTrashButton({ count }: { count: number }) {
  const confirm = useConfirm();
  const emptyTrash = useEmptyTrash();

  async function ask() {
    const confirmed = await confirm({
      title: "Empty Trash",
      question: "Are you sure you want to permanently delete all photos in trash? This cannot be undone.",
      confirmLabel: "Empty Trash",
    });
    if (confirmed) emptyTrash.mutate();
  }

  if (emptyTrash.isPending) return <EmptyingProgress total={count} />;
  return (
    <Button kind="danger" disabled={count === 0} onClick={ask}>
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
