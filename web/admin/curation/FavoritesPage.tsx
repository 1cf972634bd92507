import { Link } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { COLLECTIONS } from "../data/collections.ts";
import { EmptyState } from "../page/AdminPage.tsx";
import { CollectionScreen } from "./CollectionScreen.tsx";

export function FavoritesPage() {
  return (
    <CollectionScreen
      title="Favorites"
      subtitle="Only you see these"
      collection={COLLECTIONS.favorite}
      empty={
        <EmptyState title="No favorites yet" action={<Link to={paths.admin.dashboard}>Go to All content</Link>}>
          Select a photo anywhere and press F to add it.
        </EmptyState>
      }
    />
  );
}
