import { useQueryClient } from "@tanstack/react-query";
import { VISIBILITY } from "../../../contract/limits.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { CollectionIcon, EyeIcon, HeartIcon, LockIcon, StarIcon, TrashIcon } from "../../ui/icons.tsx";
import type { MenuEntry } from "../../ui/Menu.tsx";
import { useEditPhotos } from "../data/edit-photos.api.ts";
import { knownPhoto } from "../data/photos.api.ts";
import { useTrashPhotos } from "../data/trash-photos.api.ts";

export type PhotoActions = Record<
  "favorite" | "feature" | "collect" | "makePublic" | "makePrivate" | "trash",
  MenuEntry
>;

/** What can be done with the selected photos anywhere, by bar, menu or key. */
export function usePhotoActions(ids: PhotoId[]): PhotoActions {
  const client = useQueryClient();
  const { edit } = useEditPhotos();
  const trash = useTrashPhotos();

  /** Off only when all have it: of a mixed selection the rest joins in. Read when it is done, not when drawn. */
  const toggle = (field: "favorite" | "featured" | "quick_collection") => {
    if (ids.length === 0) return;
    const haveAll = ids.every((id) => knownPhoto(client, id)?.[field] === true);
    void edit(ids, { change: { [field]: !haveAll } });
  };
  const setVisibility = (visibility: 0 | 1) => {
    if (ids.length > 0) void edit(ids, { change: { visibility } });
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
    makePublic: { label: "Make public", icon: <EyeIcon />, onSelect: () => setVisibility(VISIBILITY.public) },
    makePrivate: { label: "Make private", icon: <LockIcon />, onSelect: () => setVisibility(VISIBILITY.private) },
    trash: {
      label: "Move to trash",
      icon: <TrashIcon />,
      shortcut: "Delete",
      onSelect: () => {
        if (ids.length > 0) void trash(ids);
      },
    },
  };
}
