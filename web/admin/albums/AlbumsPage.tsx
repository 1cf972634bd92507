import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { CATEGORIES, CATEGORY_NAMES, type Category, DEFAULT_ALBUM_CATEGORY } from "../../../contract/limits.ts";
import { paths } from "../../../contract/paths.ts";
import { Button } from "../../ui/Button.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { albumsQuery, useReorderAlbums } from "../data/albums.api.ts";
import { AdminPage, EmptyState } from "../page/AdminPage.tsx";
import { AlbumShelf } from "./AlbumShelf.tsx";
import styles from "./AlbumsPage.module.css";
import { CreateAlbumDialog } from "./CreateAlbumDialog.tsx";

export const AllAlbumsPage = () => <AlbumsPage />;
export const UrbanAlbumsPage = () => <AlbumsPage category="urban" />;
export const PortraitsAlbumsPage = () => <AlbumsPage category="portraits" />;
export const TravelAlbumsPage = () => <AlbumsPage category="travel" />;

/** Without a category, shows all albums by category, since albums are ordered within one. */
function AlbumsPage({ category }: { category?: Category }) {
  const { data: albums = [] } = useQuery(albumsQuery);
  const [isCreating, setCreating] = useState(false);
  const navigate = useNavigate();
  const shown = albums.filter((album) => category === undefined || album.category === category);
  const shelves = category ? [category] : CATEGORIES.filter((each) => shown.some((album) => album.category === each));
  const createButton = (
    <Button kind="primary" icon={<PlusIcon />} onClick={() => setCreating(true)}>
      Create Album
    </Button>
  );

  return (
    <AdminPage
      title={category ? `${CATEGORY_NAMES[category]} Albums` : "All Albums"}
      subtitle={shown.length === 1 ? "1 album" : `${shown.length} albums`}
      actions={shown.length > 0 && createButton}
    >
      {shown.length === 0 && (
        <EmptyState title="No albums yet" action={createButton}>
          {category
            ? `Albums show your photos to visitors. The ones you create here appear under ${CATEGORY_NAMES[category]}.`
            : "Albums show your photos to visitors, each in one of the three categories."}
        </EmptyState>
      )}
      {shown.length > 0 &&
        shelves.map((each) => (
          <section key={each} className={styles.category} aria-label={CATEGORY_NAMES[each]}>
            {!category && <h2>{CATEGORY_NAMES[each]}</h2>}
            <CategoryShelf category={each} albums={shown.filter((album) => album.category === each)} />
          </section>
        ))}
      {isCreating && (
        <CreateAlbumDialog
          category={category ?? DEFAULT_ALBUM_CATEGORY}
          onCreated={(album) => navigate(paths.admin.album(album.slug))}
          onClose={() => setCreating(false)}
        />
      )}
    </AdminPage>
  );
}

/** A category's albums in the order visitors see them. */
function CategoryShelf({ category, albums }: { category: Category; albums: AdminAlbum[] }) {
  const reorderAlbums = useReorderAlbums(category);
  return <AlbumShelf label={`${CATEGORY_NAMES[category]} albums`} albums={albums} onReorder={reorderAlbums} />;
}
