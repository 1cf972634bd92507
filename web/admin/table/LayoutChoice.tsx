import type { AdminAlbum } from "../../../contract/albums.ts";
import type { AlbumLayout } from "../../../contract/limits.ts";
import { Options } from "../../ui/Options.tsx";
import { useUpdateAlbum } from "../actions/albums.ts";
import { LAYOUT_NAMES } from "../data/layout-names.ts";
import styles from "./LayoutChoice.module.css";

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
        <Options entries={Object.entries(LAYOUT_NAMES)} />
      </select>
    </label>
  );
}
