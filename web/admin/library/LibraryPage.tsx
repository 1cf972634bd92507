import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { paths } from "../../../contract/paths.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { announce } from "../../ui/Announcer.tsx";
import { Button } from "../../ui/Button.tsx";
import { SearchIcon } from "../../ui/icons.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { albumQuery } from "../data/album.api.ts";
import { albumsQuery } from "../data/albums.api.ts";
import { countPhotos } from "../data/photo-edits.ts";
import { photoIdsQuery } from "../data/photos.api.ts";
import { summaryQuery } from "../data/session.api.ts";
import { AdminPage, EmptyState } from "../page/AdminPage.tsx";
import { LoadFailure } from "../page/LoadFailure.tsx";
import { PhotoGrid } from "../photo-grid/PhotoGrid.tsx";
import { useSelection } from "../photo-grid/selection.ts";
import { PhotoScreen } from "../photo-screen/PhotoScreen.tsx";
import { DuplicatesBar } from "./DuplicatesBar.tsx";
import { FilterBar, SortChoice } from "./FilterBar.tsx";
import { FirstSteps } from "./FirstSteps.tsx";
import { useLibraryFilter } from "./library-filter.ts";

const TITLE = "All content";

export function LibraryPage() {
  const { filter, chosen, choose } = useLibraryFilter();
  useCurrentAddress(chosen("album"), (slug) => choose("album", slug));
  const query = useQuery({ ...photoIdsQuery(filter), placeholderData: keepPreviousData });
  const { data: ids, error, refetch } = query;
  if (ids) return <Library ids={ids} shownFilter={query.isPlaceholderData ? null : filter} />;
  return (
    <AdminPage title={TITLE}>
      {error ? (
        <LoadFailure title="The photos could not be loaded" error={error} onRetry={refetch}>
          <Link to={paths.admin.dashboard}>Show all content</Link>
        </LoadFailure>
      ) : (
        <Loading />
      )}
    </AdminPage>
  );
}

/** A bookmark may have the address that the album had before. */
function useCurrentAddress(slug: string, choose: (slug: string) => void): void {
  const { data: albums } = useQuery(albumsQuery);
  const isFormer = slug !== "" && albums !== undefined && !albums.some((album) => album.slug === slug);
  const { data: album } = useQuery({ ...albumQuery(slug), enabled: isFormer });
  useEffect(() => {
    if (isFormer && album && album.slug !== slug) choose(album.slug);
  });
}

type LibraryProps = {
  ids: PhotoId[] /** Null while the photos of the filter before are shown. */;
  shownFilter: object | null;
};

function Library({ ids, shownFilter }: LibraryProps) {
  const filter = useLibraryFilter();
  const selection = useSelection(ids);
  const { data: counts } = useQuery(summaryQuery);

  useAnnouncedResult(shownFilter, ids);
  const isEmpty = ids.length === 0 && !filter.isNarrowed;

  return (
    <PhotoScreen
      title={TITLE}
      subtitle={countWords(ids.length, filter.isNarrowed ? counts?.photos : undefined)}
      actions={
        !isEmpty && (
          <>
            {filter.isNarrowed && (
              <Button kind="quiet" onClick={filter.clear}>
                Clear filters
              </Button>
            )}
            <SortChoice filter={filter} />
          </>
        )
      }
      toolbar={
        !isEmpty && (
          <>
            <FilterBar filter={filter} />
            {filter.chosen("show") === "duplicates" && ids.length > 0 && <DuplicatesBar filter={filter.filter} />}
          </>
        )
      }
      selection={selection}
      hasGrid={!isEmpty}
    >
      {!filter.isNarrowed && <FirstSteps />}
      {ids.length > 0 ? (
        <PhotoGrid label="Photos" ids={ids} selection={selection} />
      ) : (
        <NoPhotos isNarrowed={filter.isNarrowed} onClear={filter.clear} />
      )}
    </PhotoScreen>
  );
}

/** Says how many photos a search or filter has found, none too; not when photos come and go on their own. */
function useAnnouncedResult(filter: object | null, ids: PhotoId[]): void {
  const announced = useRef(filter);
  useEffect(() => {
    if (filter === null || announced.current === filter) return;
    announced.current = filter;
    announce(ids.length === 0 ? "None found" : `${ids.length.toLocaleString("en")} found`);
  }, [filter, ids]);
}

function NoPhotos({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  if (isNarrowed) {
    return (
      <EmptyState
        title="No photos match"
        icon={<SearchIcon />}
        action={<Button onClick={onClear}>Clear filters</Button>}
      >
        No photo matches this search and these filters.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No photos yet" action={<Link to={paths.admin.albums}>Go to All Albums</Link>}>
      All your photos appear here. To add some, open an album and upload them, or create your first album.
    </EmptyState>
  );
}

/** "1,204 photos", or "12 of 1,204 photos" when filtered. */
function countWords(shown: number, total: number | undefined): string {
  return total === undefined ? countPhotos(shown) : `${shown.toLocaleString("en")} of ${countPhotos(total)}`;
}
