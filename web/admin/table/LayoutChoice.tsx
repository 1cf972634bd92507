import type { AdminAlbum } from "../../../contract/albums.ts";
import { ALBUM_LAYOUTS, type AlbumLayout } from "../../../contract/limits.ts";
import { useUpdateAlbum } from "../actions/albums.ts";
import styles from "./LayoutChoice.module.css";

const NAMES: Record<AlbumLayout, string> = {
  strip: "Strip, from left to right",
  scroll: "Column, from top to bottom",
  grid: "Grid, in even rows",
};

/** How visitors see the line. */
export function LayoutChoice({ album }: { album: AdminAlbum }) {
  const updateAlbum = useUpdateAlbum();
  return (
    <label className={styles.choice}>
      Layout
      <select
        value={album.layout}
        // Its options are the layouts.
        onChange={({ target }) => updateAlbum.mutate({ album, change: { layout: target.value as AlbumLayout } })}
      >
        {ALBUM_LAYOUTS.map((layout) => (
          <option key={layout} value={layout}>
            {NAMES[layout]}
          </option>
        ))}
      </select>
    </label>
  );
}
