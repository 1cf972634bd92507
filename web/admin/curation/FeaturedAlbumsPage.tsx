import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AlbumId } from "../../../contract/album-id.ts";
import { Button } from "../../ui/Button.tsx";
import { StarIcon } from "../../ui/icons.tsx";
import cardStyles from "../albums/AlbumCard.module.css";
import { AlbumCard, AlbumFace } from "../albums/AlbumCard.tsx";
import shelfStyles from "../albums/AlbumsPage.module.css";
import { albumsQuery, useUpdateAlbum } from "../albums/albums.api.ts";
import { ChooseAlbumDialog } from "../albums/ChooseAlbumDialog.tsx";
import { AdminPage, EmptyState } from "../layout/AdminPage.tsx";
import { movedTo } from "../reorder/order.ts";
import { SortableArea } from "../reorder/SortableArea.tsx";
import { featuredAlbums, useReorderFeaturedAlbums } from "./curation.api.ts";

export function FeaturedAlbumsPage() {
  // The layout shows no screen before the albums are there.
  const { data: all = [] } = useQuery(albumsQuery);
  const albums = featuredAlbums(all);
  const others = all.filter((album) => !album.featured);
  const ids = albums.map(({ id }) => id);
  const reorder = useReorderFeaturedAlbums();
  const updateAlbum = useUpdateAlbum();
  const [isChoosing, setChoosing] = useState(false);

  const find = (id: AlbumId) => albums.find((album) => album.id === id);
  const move = (moving: AlbumId[], index: number) => reorder(movedTo(ids, moving, index));
  const featureButton = (
    <Button kind="primary" icon={<StarIcon />} disabled={others.length === 0} onClick={() => setChoosing(true)}>
      Feature an album
    </Button>
  );

  return (
    <AdminPage
      title="Featured albums"
      subtitle="They stand first in their category, and on the home page"
      actions={albums.length > 0 && featureButton}
    >
      {albums.length === 0 ? (
        <EmptyState title="No featured albums yet" action={featureButton}>
          Featured albums stand first in their category and under the tiles of the home page.
        </EmptyState>
      ) : (
        <SortableArea
          ids={ids}
          titleOf={(id) => find(id)?.title ?? ""}
          onMove={move}
          renderDragged={(id) => {
            const album = find(id);
            return album && <div className={cardStyles.dragged}>{<AlbumFace album={album} />}</div>;
          }}
        >
          <ul className={shelfStyles.shelf} aria-label="Featured albums">
            {albums.map((album, index) => (
              <AlbumCard
                key={album.id}
                album={album}
                position={index + 1}
                positions={albums.length}
                onMove={(to) => move([album.id], to)}
              />
            ))}
          </ul>
        </SortableArea>
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
