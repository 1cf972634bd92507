import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Look, SiteSettings } from "../../../contract/site.ts";
import { COLLECTIONS } from "../data/collections.ts";
import { photoChoicesQuery } from "../data/photo-choices.api.ts";
import { Miniature, type Scene } from "./Miniature.tsx";
import styles from "./PictureChoice.module.css";
import { SaveStatus, type SiteFieldStatus } from "./SiteField.tsx";

export type PictureOption<Value> = { value: Value; label: string; look: Look; scene: Scene };

type PictureChoiceProps<Value> = {
  site: SiteSettings;
  label: string;
  options: readonly PictureOption<Value>[];
  chosen: Value;
  status: SiteFieldStatus;
  error?: string | undefined;
  onChoose: (value: Value) => void;
};

/** A choice of which each option is a picture of the owner's own page. */
export function PictureChoice<Value extends string>(props: PictureChoiceProps<Value>) {
  const { site, label, options, chosen, status, error, onChoose } = props;
  const name = useId();
  const { data: newest = [] } = useQuery(photoChoicesQuery({ visibility: 0 }));
  const { data: featured = [] } = useQuery(photoChoicesQuery({ ...COLLECTIONS.featured.filter, visibility: 0 }));
  // As on the page itself: a photograph and a slideshow are featured ones.
  const photosOf = (scene: Scene) => (scene === "photo" || scene === "slideshow" ? [...featured, ...newest] : newest);
  return (
    <fieldset className={styles.choice}>
      <legend>
        {label} <SaveStatus status={status} />
      </legend>
      <div className={styles.options}>
        {options.map(({ value, label: word, look, scene }) => (
          <label key={value}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            <Miniature site={site} look={look} scene={scene} photos={photosOf(scene)} />
            {word}
          </label>
        ))}
      </div>
      {error && <p className={styles.error}>{error}</p>}
    </fieldset>
  );
}
