import { Link } from "react-router";
import { paths } from "../../../contract/paths.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { COLLECTIONS } from "../data/collections.ts";
import { EmptyState } from "../page/AdminPage.tsx";
import { CollectionScreen } from "./CollectionScreen.tsx";
import { QuickCollectionActions } from "./QuickCollectionActions.tsx";

export function QuickCollectionPage() {
  return (
    <CollectionScreen
      title="Quick collection"
      subtitle="A working set of photos from anywhere"
      collection={COLLECTIONS.quick_collection}
      actions={(ids: PhotoId[]) => <QuickCollectionActions ids={ids} />}
      empty={
        <EmptyState
          title="The quick collection is empty"
          action={<Link to={paths.admin.dashboard}>Go to All content</Link>}
        >
          Select photos anywhere and press B to collect them here. Then make them into an album, add them to one, or
          download them together.
        </EmptyState>
      }
    />
  );
}
