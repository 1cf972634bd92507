import { Link } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { COLLECTIONS } from "../data/collections.ts";
import { EmptyState } from "../page/AdminPage.tsx";
import { CollectionScreen } from "./CollectionScreen.tsx";

export function FeaturedContentPage() {
  return (
    <CollectionScreen
      title="Featured content"
      subtitle="The first public photo of each category is its cover on the home page"
      collection={COLLECTIONS.featured}
      empty={
        <EmptyState title="Nothing featured yet" action={<Link to={paths.admin.dashboard}>Go to All content</Link>}>
          Select a photo anywhere and press S to feature it.
        </EmptyState>
      }
    />
  );
}
