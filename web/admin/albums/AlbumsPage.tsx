import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useNavigate, useParams, useSearchParams } from "react-router";
import type { AdminAlbum } from "../../../contract/albums.ts";
import type { AdminCategory } from "../../../contract/categories.ts";
import { paths } from "../../../contract/paths.ts";
import { Button } from "../../ui/Button.tsx";
import { AlbumIcon, PlusIcon, SearchIcon } from "../../ui/icons.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { useReorderAlbums } from "../actions/albums.ts";
import { albumsQuery } from "../data/albums.api.ts";
import { categoriesQuery, useCategories, useDefaultCategory } from "../data/categories.api.ts";
import { withOrder } from "../data/order.ts";
import { NotFoundPage } from "../layout/NotFoundPage.tsx";
import { AdminPage, EmptyState } from "../page/AdminPage.tsx";
import { SearchBox } from "../page/SearchBox.tsx";
import { AlbumShelf } from "./AlbumShelf.tsx";
import styles from "./AlbumsPage.module.css";
import { CreateAlbumDialog } from "./CreateAlbumDialog.tsx";

export const AllAlbumsPage = () => <AlbumsPage />;

export function CategoryAlbumsPage() {
  const { category: key = "" } = useParams();
  const { data: categories } = useQuery(categoriesQuery);
  if (!categories) return <Loading />;
  const category = categories.find((each) => each.key === key);
  if (category) return <AlbumsPage key={key} category={category} />;
  const renamed = categories.find(({ former_keys }) => former_keys.includes(key));
  return renamed ? <Navigate to={paths.admin.albumsOf(renamed.key)} replace /> : <NotFoundPage />;
}

/** Without a category, shows all albums by category, since albums are ordered within one. */
function AlbumsPage({ category }: { category?: AdminCategory }) {
  const { data: albums = [] } = useQuery(albumsQuery);
  const [isCreating, setCreating] = useState(false);
  const navigate = useNavigate();
  const categories = useCategories();
  const defaultCategory = useDefaultCategory();
  const [params, setParams] = useSearchParams();
  const query = params.get("q") ?? "";
  const listed = albums.filter((album) => category === undefined || album.category === category.key);
  const shown = listed.filter((album) => matches(album, query));
  const shelves = category ? [category] : categories.filter(({ key }) => shown.some((album) => album.category === key));
  const createButton = (
    <Button kind="primary" icon={<PlusIcon />} onClick={() => setCreating(true)}>
      Create album
    </Button>
  );

  return (
    <AdminPage
      title={category ? `${category.name} Albums` : "All Albums"}
      subtitle={`${shown.length === listed.length ? "" : `${shown.length} of `}${countAlbums(listed.length)}`}
      actions={
        listed.length > 0 && (
          <>
            <SearchBox
              label="Search albums"
              text={query}
              onSearch={(q) => setParams(q === "" ? {} : { q }, { replace: true })}
            />
            {createButton}
          </>
        )
      }
    >
      {listed.length > 0 && shown.length === 0 && (
        <EmptyState
          title="No albums match"
          icon={<SearchIcon />}
          action={<Button onClick={() => setParams({})}>Clear search</Button>}
        >
          No album has “{query}” in its title or description.
        </EmptyState>
      )}
      {listed.length === 0 && (
        <EmptyState title="No albums yet" icon={<AlbumIcon />} action={createButton}>
          {category
            ? `Albums show your photos to visitors. The ones you create here appear under ${category.name}.`
            : `Albums show your photos to visitors, each in one of the ${inWords(categories.length)} categories.`}
        </EmptyState>
      )}
      {shown.length > 0 &&
        shelves.map((each) => (
          <section key={each.key} className={styles.category} aria-label={each.name}>
            {!category && <h2>{each.name}</h2>}
            <CategoryShelf
              category={each}
              albums={listed.filter((album) => album.category === each.key)}
              shown={shown.filter((album) => album.category === each.key)}
            />
          </section>
        ))}
      {isCreating && (
        <CreateAlbumDialog
          category={category?.key ?? defaultCategory}
          onCreated={(album) => navigate(paths.admin.album(album.slug))}
          onClose={() => setCreating(false)}
        />
      )}
    </AdminPage>
  );
}

const countAlbums = (count: number) => (count === 1 ? "1 album" : `${count} albums`);

const matches = ({ title, description }: AdminAlbum, query: string) =>
  `${title} ${description}`.toLowerCase().includes(query.toLowerCase());

const WORDS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const inWords = (count: number) => WORDS[count] ?? String(count);

type CategoryShelfProps = { category: AdminCategory; albums: AdminAlbum[]; shown: AdminAlbum[] };

/** A category's albums in the order visitors see them. Those that a search leaves out keep their places. */
function CategoryShelf({ category, albums, shown }: CategoryShelfProps) {
  const reorderAlbums = useReorderAlbums(category);
  return (
    <AlbumShelf
      label={`${category.name} albums`}
      albums={shown}
      onReorder={(order) => reorderAlbums(withOrder(albums, order).map(({ id }) => id))}
    />
  );
}
