import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PhotoId } from "../../../contract/photos.ts";
import { CollectionIcon, HeartIcon, StarIcon } from "../../ui/icons.tsx";
import { photoQuery } from "../data/photos.api.ts";
import { Loupe } from "../loupe/Loupe.tsx";
import type { LoupeAction } from "../loupe/loupe-action.ts";
import { CURRENT_TILE } from "../photo-grid/photo-keys.ts";
import type { Selection } from "../photo-grid/selection.ts";
import { type PhotoText, PhotoTexts } from "../photo-panel/PhotoTexts.tsx";
import { ReplaceFile, ReplaceProgress } from "../photo-panel/ReplaceFile.tsx";
import { useReplaceFile } from "../upload/replace-file.ts";
import styles from "./PhotoLoupe.module.css";
import type { PhotoActions } from "./photo-actions.tsx";
import { useSelectNext } from "./select-next.ts";

type PhotoLoupeProps = { current: PhotoId; selection: Selection; actions: PhotoActions };

/** The loupe over a grid of photos. The photo in it is the one selected. */
export function PhotoLoupe({ current, selection, actions }: PhotoLoupeProps) {
  const { share, replace } = useReplaceFile(current);
  // The photo and its text that takes the focus when it appears.
  const [due, setDue] = useState<{ id: PhotoId; field: PhotoText } | null>(null);
  const selectNext = useSelectNext(selection);

  const describeNext = (field: PhotoText) => {
    const id = selectNext();
    if (id !== undefined) setDue({ id, field });
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
            dueField={due?.id === photo.id ? due.field : null}
            onNext={describeNext}
          />
          <ReplaceFile photo={photo} />
        </div>
      )}
      onDropFile={replace}
      progress={share !== undefined && <ReplaceProgress share={share} />}
      onMove={(id) => {
        setDue(null);
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
