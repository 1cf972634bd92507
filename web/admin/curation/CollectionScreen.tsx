import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../contract/paths.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { useShortcuts } from "../../hooks/use-shortcuts.ts";
import { OrderIcon } from "../../ui/icons.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { useReorderCollection } from "../actions/curation.ts";
import type { Collection } from "../data/collections.ts";
import { photoIdsQuery } from "../data/photos.api.ts";
import { AdminPage, EmptyState } from "../page/AdminPage.tsx";
import { LoadFailure } from "../page/LoadFailure.tsx";
import { OrderedPhotoGrid } from "../photo-grid/OrderedPhotoGrid.tsx";
import { PHOTO_KEYS } from "../photo-grid/photo-keys.ts";
import { useSelection } from "../photo-grid/selection.ts";
import { MovePhotosDialog } from "../photo-screen/MovePhotosDialog.tsx";
import { PhotoScreen } from "../photo-screen/PhotoScreen.tsx";
import { movedTo } from "../reorder/order.ts";

type CollectionScreenProps = {
  title: string;
  subtitle: string;
  collection: Collection;
  actions?: (ids: PhotoId[]) => ReactNode;
  whileEmpty: { title: string; icon: ReactNode; hint: string };
};

/** Photos collected by the owner, in an order set by hand. */
export function CollectionScreen(props: CollectionScreenProps) {
  const { data: ids, error, refetch } = useQuery(photoIdsQuery(props.collection.filter));
  if (ids) return <CollectedPhotos {...props} ids={ids} />;
  return (
    <AdminPage title={props.title} subtitle={props.subtitle}>
      {error ? <LoadFailure title="The photos could not be loaded" error={error} onRetry={refetch} /> : <Loading />}
    </AdminPage>
  );
}

function CollectedPhotos(props: CollectionScreenProps & { ids: PhotoId[] }) {
  const { title, subtitle, collection, actions, whileEmpty, ids } = props;
  const selection = useSelection(ids);
  const reorder = useReorderCollection(collection);
  const [isMoving, setMoving] = useState(false);
  const { selectedIds } = selection;

  useShortcuts({ p: () => setMoving(selectedIds.length > 0) }, { within: PHOTO_KEYS });

  const move = (moving: PhotoId[], index: number) => reorder(movedTo(ids, moving, index));

  return (
    <PhotoScreen
      title={title}
      subtitle={subtitle}
      actions={actions?.(ids)}
      selection={selection}
      hasGrid={ids.length > 0}
      selectionActions={[
        { label: "Change position…", icon: <OrderIcon />, shortcut: "P", onSelect: () => setMoving(true) },
      ]}
    >
      {ids.length === 0 ? (
        <EmptyState
          title={whileEmpty.title}
          icon={whileEmpty.icon}
          action={<Link to={paths.admin.dashboard}>Go to All content</Link>}
        >
          {whileEmpty.hint}
        </EmptyState>
      ) : (
        <OrderedPhotoGrid label={title} ids={ids} selection={selection} onMove={move} />
      )}
      {isMoving && <MovePhotosDialog ids={ids} moving={selectedIds} onMove={move} onClose={() => setMoving(false)} />}
    </PhotoScreen>
  );
}
