import { useQuery } from "@tanstack/react-query";
import { Button } from "../../ui/Button.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { trashedPhotoIds } from "../data/trash.api.ts";
import { AdminPage } from "../page/AdminPage.tsx";
import { EmptyTrashButton } from "./EmptyTrashButton.tsx";
import { TrashEmptyState } from "./TrashEmptyState.tsx";
import { TrashGrid } from "./TrashGrid.tsx";

export function TrashPage() {
  // Spec section 8: a failed trash fetch is only logged and shows an empty list.
  const { data: ids = [], isPending, isFetching, refetch } = useQuery(trashedPhotoIds);

  return (
    <AdminPage
      title="Trash"
      subtitle="Deleted photos - can be permanently deleted or restored"
      actions={
        <>
          <Button onClick={() => refetch()} aria-busy={isFetching}>
            Refresh Trash
          </Button>
          <EmptyTrashButton count={ids.length} />
        </>
      }
    >
      {isPending && <Loading />}
      {!isPending && (ids.length === 0 ? <TrashEmptyState /> : <TrashGrid ids={ids} />)}
    </AdminPage>
  );
}
