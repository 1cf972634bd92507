import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { useEmptyTrash } from "./trash.api.ts";

export function EmptyTrashButton({ isEmpty }: { isEmpty: boolean }) {
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

  return (
    <Button kind="danger" disabled={isEmpty || emptyTrash.isPending} onClick={ask}>
      {emptyTrash.isPending ? "Emptying..." : "Empty Trash"}
    </Button>
  );
}
