import { useCallback, useEffect, useState } from "react";
import type { AlbumPhotos } from "../../../contract/pages.ts";
import { useReload } from "../router/use-router.ts";

export type Rest = { state: "there" | "loading" | "failed"; load: () => void };

/** A photo's own page has only its neighbours; this loads the rest of the album. */
export function useRestOfAlbum({ is_whole }: AlbumPhotos): Rest {
  const reload = useReload();
  const [isFailed, setFailed] = useState(false);
  const load = useCallback(async () => {
    setFailed(false);
    setFailed(!(await reload()));
  }, [reload]);

  useEffect(() => {
    if (is_whole) return;
    void load();
    // After a tunnel, for example.
    addEventListener("online", load);
    return () => removeEventListener("online", load);
  }, [is_whole, load]);

  if (is_whole) return { state: "there", load };
  return { state: isFailed ? "failed" : "loading", load };
}
