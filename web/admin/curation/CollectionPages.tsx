import { CollectionIcon, HeartIcon, StarIcon } from "../../ui/icons.tsx";
import { COLLECTIONS } from "../data/collections.ts";
import { CollectionScreen } from "./CollectionScreen.tsx";
import { QuickCollectionActions } from "./QuickCollectionActions.tsx";

export const FavoritesPage = () => (
  <CollectionScreen
    title="Favorites"
    subtitle="Only you see these"
    collection={COLLECTIONS.favorite}
    whileEmpty={{
      title: "No favorites yet",
      icon: <HeartIcon />,
      hint: "Select a photo anywhere, then choose Favorite (F).",
    }}
  />
);

export const FeaturedContentPage = () => (
  <CollectionScreen
    title="Featured content"
    subtitle="The first public photo of each category is its cover on the home page"
    collection={COLLECTIONS.featured}
    whileEmpty={{
      title: "Nothing featured yet",
      icon: <StarIcon />,
      hint: "Select a photo anywhere, then choose Feature (S).",
    }}
  />
);

export const QuickCollectionPage = () => (
  <CollectionScreen
    title="Quick collection"
    subtitle="A working set of photos from anywhere"
    collection={COLLECTIONS.quick_collection}
    actions={(ids) => <QuickCollectionActions ids={ids} />}
    whileEmpty={{
      title: "The quick collection is empty",
      icon: <CollectionIcon />,
      hint: "Select photos anywhere, then choose Quick collection (B). Make them into an album, add them to one, or download them together.",
    }}
  />
);
