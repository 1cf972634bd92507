import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PhotoId } from "../../../contract/photos.ts";
import { announce } from "../../ui/Announcer.tsx";
import { CollectionIcon, HeartIcon, StarIcon } from "../../ui/icons.tsx";
import { photoQuery } from "../data/photos.api.ts";
import { Loupe } from "../loupe/Loupe.tsx";
import type { LoupeAction } from "../loupe/loupe-action.ts";
import { CURRENT_TILE } from "../photo-grid/photo-keys.ts";
import type { Selection } from "../photo-grid/selection.ts";
import { PhotoTexts } from "../photo-panel/PhotoTexts.tsx";
import { ReplaceFile, ReplaceProgress } from "../photo-panel/ReplaceFile.tsx";
import { useReplaceFile } from "../upload/replace-file.ts";
import styles from "./PhotoLoupe.module.css";
import type { PhotoActions } from "./photo-actions.tsx";

type PhotoLoupeProps = { current: PhotoId; selection: Selection; actions: PhotoActions };

/** The loupe over a grid of photos. The photo in it is the one selected. */
export function PhotoLoupe({ current, selection, actions }: PhotoLoupeProps) {
  const { share, replace } = useReplaceFile(current);
  // The photo whose alt text takes the focus when it appears.
  const [dueId, setDueId] = useState<PhotoId | null>(null);

  const describeNext = () => {
    const next = selection.selectNext();
    if (next === undefined) announce("That was the last photo.");
    else setDueId(next);
  };
  return (
    <Loupe
      ids={selection.ids}
      current={current}
      actions={useLoupeActions(current, actions)}
      details={(photo) => (
        <div className={styles.texts} key={photo.id}>
          <PhotoTexts
            ids={[photo.id]}
            photos={[photo]}
            dueField={dueId === photo.id ? "alt" : null}
            onNext={describeNext}
          />
          <ReplaceFile photo={photo} />
        </div>
      )}
      onDropFile={replace}
      progress={share !== undefined && <ReplaceProgress share={share} />}
      onMove={(id) => {
        setDueId(null);
        selection.selectOnly(id);
      }}
      onClose={selection.stopViewing}
      findTile={() => document.querySelector<HTMLElement>(CURRENT_TILE)}
    />
  );
}

function useLoupeActions(id: PhotoId, { favorite, feature, collect, trash }: PhotoActions): LoupeAction[] {
  const { data: photo } = useQuery(photoQuery(id));
  const isOn = {
    favorite: photo?.favorite ?? false,
    feature: photo?.featured ?? false,
    collect: photo?.quick_collection ?? false,
  };
  return [
    { ...favorite, key: "f", isOn: isOn.favorite, icon: <HeartIcon filled={isOn.favorite} /> },
    { ...feature, key: "s", isOn: isOn.feature, icon: <StarIcon filled={isOn.feature} /> },
    { ...collect, key: "b", isOn: isOn.collect, icon: <CollectionIcon filled={isOn.collect} /> },
    { ...trash, key: "Delete" },
  ];
}
