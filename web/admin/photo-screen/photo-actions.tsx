import { useQueryClient } from "@tanstack/react-query";
import { changeOf, type PhotoId } from "../../../contract/photos.ts";
import { CollectionIcon, HeartIcon, StarIcon, TrashIcon } from "../../ui/icons.tsx";
import type { MenuEntry } from "../../ui/Menu.tsx";
import { useEditPhotos } from "../actions/edit-photos.ts";
import { useTrash } from "../actions/trash.ts";
import type { Flag } from "../data/collections.ts";
import { knownPhoto } from "../data/library-cache.ts";

export type PhotoActions = Record<"favorite" | "feature" | "collect" | "trash", MenuEntry>;

/** Actions on the selected photos that every screen offers, by bar, menu or key. */
export function usePhotoActions(ids: PhotoId[]): PhotoActions {
  const client = useQueryClient();
  const { edit } = useEditPhotos();
  const { askAndTrash } = useTrash();

  /** Turns it off only when all have it; in a mixed selection the rest join in. Reads the flags at the time of the action. */
  const toggle = (field: Flag) => {
    if (ids.length === 0) return;
    const haveAll = ids.every((id) => knownPhoto(client, id)?.[field] === true);
    void edit(ids, { change: changeOf(field, !haveAll) });
  };

  return {
    favorite: { label: "Favorite", icon: <HeartIcon />, shortcut: "F", onSelect: () => toggle("favorite") },
    feature: { label: "Feature", icon: <StarIcon />, shortcut: "S", onSelect: () => toggle("featured") },
    collect: {
      label: "Quick collection",
      icon: <CollectionIcon />,
      shortcut: "B",
      onSelect: () => toggle("quick_collection"),
    },
    trash: {
      label: "Move to trash",
      icon: <TrashIcon />,
      shortcut: "Delete",
      onSelect: () => {
        if (ids.length > 0) void askAndTrash(ids);
      },
    },
  };
}
