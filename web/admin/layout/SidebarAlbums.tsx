import { useEffect, useId, useRef, useState } from "react";
import { NavLink, useLocation } from "react-router";
import type { AdminAlbum } from "../../../contract/albums.ts";
import type { AdminCategory } from "../../../contract/categories.ts";
import { paths } from "../../../contract/paths.ts";
import { IconButton } from "../../ui/Button.tsx";
import { ChevronIcon } from "../../ui/icons.tsx";
import { isWaiting } from "../data/publish-time.ts";
import { useAlbumDrop } from "../reorder/album-drop.ts";
import { foldedCategories, rememberFoldedCategories } from "./folded-categories.ts";
import styles from "./Sidebar.module.css";
import { SidebarLink } from "./SidebarLink.tsx";

/** With fewer, all of them are in view. */
const ALBUMS_TO_FILTER = 9;

/** Every album under its category. The only part of the sidebar that scrolls, as long as the window is high enough. */
export function SidebarAlbums({ albums, categories }: { albums: AdminAlbum[]; categories: AdminCategory[] }) {
  const [filter, setFilter] = useState("");
  const [folded, setFolded] = useState(foldedCategories);
  const drop = useAlbumDrop();
  const list = useRef<HTMLUListElement>(null);
  const listId = useId();
  const words = filter.trim().toLowerCase();
  const found = albums.filter(({ title }) => title.toLowerCase().includes(words));
  useCurrentInView(list);

  const fold = (key: string) => {
    const after = folded.includes(key) ? folded.filter((each) => each !== key) : [...folded, key];
    setFolded(after);
    rememberFoldedCategories(after);
  };

  return (
    <>
      {albums.length >= ALBUMS_TO_FILTER && (
        <input
          type="search"
          className={styles.filter}
          aria-label="Filter albums"
          placeholder="Filter albums"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      )}
      <ul ref={list} className={styles.albums} data-album-list>
        {categories.map(({ key, name, hidden }) => {
          const inCategory = found.filter((album) => album.category === key);
          // What was searched for is shown.
          const isFolded = words === "" && folded.includes(key);
          if (words !== "" && inCategory.length === 0) return null;
          return (
            <li key={key}>
              <div className={styles.head}>
                <NavLink to={paths.admin.albumsOf(key)} className={styles.category} end>
                  {name}
                  {hidden && <em>Hidden</em>}
                </NavLink>
                {words === "" && inCategory.length > 0 && (
                  <IconButton
                    label={isFolded ? `Show the albums of ${name}` : `Hide the albums of ${name}`}
                    icon={<ChevronIcon />}
                    aria-expanded={!isFolded}
                    aria-controls={`${listId}${key}`}
                    className={styles.fold}
                    onClick={() => fold(key)}
                  />
                )}
              </div>
              <ul id={`${listId}${key}`} hidden={isFolded}>
                {inCategory.map((album) => (
                  <SidebarLink
                    key={album.id}
                    to={paths.admin.album(album.slug)}
                    count={album.photo_count}
                    unseen={album.status === "draft" ? "Draft" : isWaiting(album) ? "Later" : undefined}
                    albumId={album.id}
                    drop={drop?.albumId === album.id ? drop.mode : undefined}
                  >
                    {album.title}
                  </SidebarLink>
                ))}
              </ul>
            </li>
          );
        })}
        {found.length === 0 && words !== "" && <li className={styles.none}>No album matches.</li>}
      </ul>
    </>
  );
}

/** The album that is open can be seen in the list, however long that is. */
function useCurrentInView(list: { current: HTMLElement | null }) {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link of the new path is the current one
  useEffect(() => {
    const { current } = list;
    // Where everything scrolls together, the other links would leave the window.
    if (!current || current.scrollHeight === current.clientHeight) return;
    current.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [list, pathname]);
}
