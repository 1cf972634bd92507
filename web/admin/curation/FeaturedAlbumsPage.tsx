import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { AlbumIcon, StarIcon } from "../../ui/icons.tsx";
import { useUpdateAlbum } from "../actions/albums.ts";
import { useReorderFeaturedAlbums } from "../actions/curation.ts";
import { AlbumShelf } from "../albums/AlbumShelf.tsx";
import { albumsQuery, featuredAlbums } from "../data/albums.api.ts";
import { AdminPage, EmptyState } from "../page/AdminPage.tsx";
import { ChooseAlbumDialog } from "../photo-screen/ChooseAlbumDialog.tsx";

export function FeaturedAlbumsPage() {
  // The layout shows no screen before the albums are loaded.
  const { data: all = [] } = useQuery(albumsQuery);
  const albums = featuredAlbums(all);
  const others = all.filter((album) => !album.featured);
  const reorder = useReorderFeaturedAlbums();
  const updateAlbum = useUpdateAlbum();
  const [isChoosing, setChoosing] = useState(false);

  const featureButton = (
    <Button
      kind="primary"
      icon={<StarIcon />}
      why={others.length === 0 && "Every album is featured"}
      onClick={() => setChoosing(true)}
    >
      Feature an album
    </Button>
  );

  return (
    <AdminPage
      title="Featured albums"
      subtitle="Shown first in their category, and on the home page"
      actions={albums.length > 0 && featureButton}
    >
      {albums.length === 0 ? (
        <EmptyState title="No featured albums yet" icon={<AlbumIcon />} action={featureButton}>
          Featured albums appear first in their category and below the tiles on the home page.
        </EmptyState>
      ) : (
        <AlbumShelf label="Featured albums" albums={albums} onReorder={reorder} />
      )}
      {isChoosing && (
        <ChooseAlbumDialog
          title="Feature an album"
          submitLabel="Feature"
          albums={others}
          onChoose={(album) => {
            setChoosing(false);
            updateAlbum.mutate({ album, change: { featured: true } });
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </AdminPage>
  );
}
