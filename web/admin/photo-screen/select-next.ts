import { useQueryClient } from "@tanstack/react-query";
import type { PhotoId } from "../../../contract/photos.ts";
import { announce } from "../../ui/Announcer.tsx";
import { knownPhoto } from "../data/library-cache.ts";
import { photoName } from "../data/photo-name.ts";
import type { Selection } from "../photo-grid/selection.ts";

/** Goes on to the next photo and says which it is. Returns undefined at the end. */
export function useSelectNext({ ids, selectNext }: Selection): () => PhotoId | undefined {
  const client = useQueryClient();
  return () => {
    const next = selectNext();
    if (next === undefined) announce("That was the last photo.");
    else {
      const photo = knownPhoto(client, next);
      announce(`${photo ? photoName(photo) : "Photo"}, ${ids.indexOf(next) + 1} of ${ids.length}`);
    }
    return next;
  };
}
