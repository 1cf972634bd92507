import { useQuery } from "@tanstack/react-query";
import { HOME_KINDS, type HomeKind } from "../../../contract/look.ts";
import type { SiteSettings } from "../../../contract/site.ts";
import { Options } from "../../ui/Options.tsx";
import { useEditSite } from "../actions/site.ts";
import { albumsQuery } from "../data/albums.api.ts";
import { SETTING_NAMES } from "../data/setting-names.ts";
import { PictureChoice } from "./PictureChoice.tsx";
import styles from "./Site.module.css";
import { SiteField } from "./SiteField.tsx";

const KIND_NAMES: Record<HomeKind, string> = {
  categories: "Your categories",
  photo: "One photograph",
  slideshow: "A slideshow",
  album: "An album",
};
const LABEL = SETTING_NAMES.home;

export function HomeFields({ site }: { site: SiteSettings }) {
  const { save, status, errorOf } = useEditSite();
  const { data: albums = [] } = useQuery(albumsQuery);
  const { home } = site;
  const choose = (kind: HomeKind) => {
    const album_id =
      home.album_id ?? (kind === "album" ? (albums.find(({ photo_count }) => photo_count > 0)?.id ?? null) : null);
    save({ home: { kind, album_id } }, LABEL);
  };
  return (
    <>
      <PictureChoice
        site={site}
        label={LABEL}
        options={HOME_KINDS.map((kind) => ({ value: kind, label: KIND_NAMES[kind], look: site.look, scene: kind }))}
        chosen={home.kind}
        status={status}
        error={errorOf("home")}
        onChoose={choose}
      />
      {home.kind === "album" && (
        <SiteField label="Album of the home page" status={status}>
          {(labelled) => (
            <select
              {...labelled}
              value={home.album_id ?? ""}
              onChange={({ target }) => {
                const album = albums.find(({ id }) => String(id) === target.value);
                if (album) save({ home: { ...home, album_id: album.id } }, LABEL);
              }}
            >
              {home.album_id === null && <option value="">Choose an album</option>}
              <Options entries={albums.map(({ id, title }) => [id, title])} />
            </select>
          )}
        </SiteField>
      )}
      <p className={styles.hint}>
        A photograph and a slideshow are your featured photos. While there is nothing for visitors to see in your
        choice, they see the categories.
      </p>
    </>
  );
}
