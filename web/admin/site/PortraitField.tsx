import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PhotoId } from "../../../contract/photos.ts";
import type { SiteSettings } from "../../../contract/site.ts";
import { Button } from "../../ui/Button.tsx";
import { useEditSite } from "../actions/site.ts";
import { photoChoicesQuery } from "../data/photo-choices.api.ts";
import { photoName } from "../data/photo-name.ts";
import { photoQuery } from "../data/photos.api.ts";
import { SETTING_NAMES } from "../data/setting-names.ts";
import { ChoicePicture } from "../photo-choice/ChoicePicture.tsx";
import { PhotoChoiceDialog } from "../photo-choice/PhotoChoiceDialog.tsx";
import { PhotoSearch } from "../photo-choice/PhotoSearch.tsx";
import styles from "./Site.module.css";
import { SaveStatus } from "./SiteField.tsx";

const LABEL = SETTING_NAMES.portrait_photo_id;

export function PortraitField({ site }: { site: SiteSettings }) {
  const { save, status, errorOf } = useEditSite();
  const [isChoosing, setChoosing] = useState(false);
  const id = site.portrait_photo_id;
  const error = errorOf("portrait_photo_id");
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <span>{LABEL}</span>
        <SaveStatus status={status} />
      </div>
      <div className={styles.portrait}>
        {id !== null && <Portrait id={id} />}
        <div className={styles.portraitButtons}>
          <Button onClick={() => setChoosing(true)}>{id === null ? "Choose a photo" : "Choose another"}</Button>
          {id !== null && <Button onClick={() => save({ portrait_photo_id: null }, LABEL)}>Remove</Button>}
        </div>
      </div>
      {error && <p className={styles.error}>{error}</p>}
      <p className={styles.hint}>
        Next to the text about you. Visitors see it while the photo is public and in an album.
      </p>
      {isChoosing && (
        <PortraitDialog
          current={id}
          onChoose={(chosen) => {
            setChoosing(false);
            if (chosen !== id) save({ portrait_photo_id: chosen }, LABEL);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

function Portrait({ id }: { id: PhotoId }) {
  const { data: photo } = useQuery(photoQuery(id));
  return (
    <div className={styles.portraitPicture}>
      {photo && <img src={photo.image_urls.thumb} alt={photoName(photo)} width={300} height={300} />}
    </div>
  );
}

type PortraitDialogProps = { current: PhotoId | null; onChoose: (id: PhotoId | null) => void; onClose: () => void };

function PortraitDialog({ current, onChoose, onClose }: PortraitDialogProps) {
  const [search, setSearch] = useState("");
  const { data: photos, error } = useQuery(photoChoicesQuery({ visibility: 0, q: search }));
  return (
    <PhotoChoiceDialog
      title="Choose your portrait"
      label={LABEL}
      action="Use as portrait"
      current={current}
      choices={photos?.map(({ id }) => id)}
      error={error}
      renderPicture={(id) => <ChoicePicture photo={photos?.find((photo) => photo.id === id)} />}
      onChoose={onChoose}
      onClose={onClose}
    >
      <PhotoSearch text={search} onSearch={setSearch} />
      {photos?.length === 0 && <p>{search === "" ? "There are no public photos yet." : "No photo matches."}</p>}
    </PhotoChoiceDialog>
  );
}
