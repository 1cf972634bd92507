import { EmptyState } from "../page/AdminPage.tsx";

export function TrashEmptyState() {
  const tip = <p>Tip: click Refresh Trash to check again, for example after deleting photos in another window.</p>;
  return (
    <EmptyState title="Trash is empty" action={tip}>
      No deleted photos found. Photos moved to trash will appear here.
    </EmptyState>
  );
}
