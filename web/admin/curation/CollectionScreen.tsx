import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { PhotoId } from "../../../contract/photos.ts";
import { Loading } from "../../ui/Loading.tsx";
import { AdminPage } from "../layout/AdminPage.tsx";
import type { Collection } from "../photo-grid/collections.ts";
import { MovePhotosDialog } from "../photo-grid/MovePhotosDialog.tsx";
import { OrderedPhotoGrid } from "../photo-grid/OrderedPhotoGrid.tsx";
import { PhotoScreen } from "../photo-grid/PhotoScreen.tsx";
import { PhotosFailure } from "../photo-grid/PhotosFailure.tsx";
import { photoIdsQuery } from "../photo-grid/photos.api.ts";
import { useSelection } from "../photo-grid/selection.ts";
import { isSameOrder, movedTo } from "../reorder/order.ts";
import { useReorderCollection } from "./curation.api.ts";

type CollectionScreenProps = {
  title: string;
  subtitle: string;
  collection: Collection;
  actions?: (ids: PhotoId[]) => ReactNode;
  /** What this place is for, when nothing is in it. */
  empty: ReactNode;
};

/** Photos gathered by the owner, in an order of their own. */
export function CollectionScreen(props: CollectionScreenProps) {
  const { data: ids, error, refetch } = useQuery(photoIdsQuery(props.collection.filter));
  if (ids) return <CollectedPhotos {...props} ids={ids} />;
  return (
    <AdminPage title={props.title} subtitle={props.subtitle}>
      {error ? <PhotosFailure error={error} onRetry={refetch} /> : <Loading />}
    </AdminPage>
  );
}

function CollectedPhotos(props: CollectionScreenProps & { ids: PhotoId[] }) {
  const { title, subtitle, collection, actions, empty, ids } = props;
  const selection = useSelection(ids);
  const reorder = useReorderCollection(collection);
  const [isMoving, setMoving] = useState(false);
  const { selectedIds } = selection;

  const move = (moving: PhotoId[], index: number) => {
    const order = movedTo(ids, moving, index);
    if (!isSameOrder(order, ids)) reorder(order);
  };

  return (
    <PhotoScreen
      title={title}
      subtitle={subtitle}
      actions={actions?.(ids)}
      selection={selection}
      selectionActions={[{ label: "Move to…", onSelect: () => setMoving(true) }]}
    >
      {ids.length === 0 ? empty : <OrderedPhotoGrid label={title} ids={ids} selection={selection} onMove={move} />}
      {isMoving && <MovePhotosDialog ids={ids} moving={selectedIds} onMove={move} onClose={() => setMoving(false)} />}
    </PhotoScreen>
  );
}
