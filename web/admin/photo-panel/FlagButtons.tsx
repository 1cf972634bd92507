import { type AdminPhoto, changeOf, type PhotoId } from "../../../contract/photos.ts";
import { Button } from "../../ui/Button.tsx";
import { CollectionIcon, HeartIcon, StarIcon } from "../../ui/icons.tsx";
import { useEditPhotos } from "../actions/edit-photos.ts";
import styles from "./FlagButtons.module.css";
import { sharedValue } from "./shared-value.ts";

const FLAGS = [
  { field: "favorite", label: "Favorite", shortcut: "F", Icon: HeartIcon },
  { field: "featured", label: "Featured", shortcut: "S", Icon: StarIcon },
  { field: "quick_collection", label: "Collected", shortcut: "B", Icon: CollectionIcon },
] as const;

export function FlagButtons({ ids, photos }: { ids: PhotoId[]; photos: AdminPhoto[] }) {
  const { edit } = useEditPhotos({ isQuiet: true });
  return (
    <div className={styles.flags}>
      {FLAGS.map(({ field, label, shortcut, Icon }) => {
        const shared = sharedValue(photos, (photo) => photo[field]);
        const isOn = shared !== "mixed" && shared.value;
        return (
          <Button
            key={field}
            icon={<Icon filled={isOn} />}
            aria-pressed={shared === "mixed" ? "mixed" : isOn}
            title={`${label} (${shortcut})${shared === "mixed" ? ": Mixed" : ""}`}
            onClick={() => edit(ids, { change: changeOf(field, !isOn) })}
          >
            {label}
          </Button>
        );
      })}
    </div>
  );
}
