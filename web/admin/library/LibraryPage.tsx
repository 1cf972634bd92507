import { useQuery } from "@tanstack/react-query";
import type { PhotoId } from "../../../contract/photos.ts";
import { Loading } from "../../ui/Loading.tsx";
import { AdminPage } from "../layout/AdminPage.tsx";
import { PhotoGrid } from "../photo-grid/PhotoGrid.tsx";
import { photoIdsQuery } from "../photo-grid/photos.api.ts";
import { useSelection } from "../photo-grid/selection.ts";

export function LibraryPage() {
  const { data: ids } = useQuery(photoIdsQuery({ deleted: "0" }));
  if (!ids) return <Loading />;
  return <Library ids={ids} />;
}

function Library({ ids }: { ids: PhotoId[] }) {
  const selection = useSelection(ids);
  return (
    <AdminPage title="All content" subtitle={`${ids.length} photos`}>
      <PhotoGrid label="Photos" ids={ids} selection={selection} tilePx={180} />
    </AdminPage>
  );
}
