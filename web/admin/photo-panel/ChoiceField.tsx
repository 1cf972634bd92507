import { type AdminPhoto, changeOf, type PhotoField, type PhotoId } from "../../../contract/photos.ts";
import { Options } from "../../ui/Options.tsx";
import { useEditPhotos } from "../actions/edit-photos.ts";
import { capitalize, wordFor } from "../data/photo-edits.ts";
import { PanelField } from "./PanelField.tsx";
import { sharedValue } from "./shared-value.ts";

/** Fields whose values can be compared, which lists and points cannot. */
type ChoiceFieldName = Exclude<PhotoField, "tags" | "album_ids" | "focal_point">;

type ChoiceFieldProps<Field extends ChoiceFieldName> = {
  field: Field;
  ids: PhotoId[];
  photos: AdminPhoto[];
  choices: { value: AdminPhoto[Field]; label: string }[];
  hint?: string;
  isDisabled?: boolean;
};

const MIXED = "mixed";

export function ChoiceField<Field extends ChoiceFieldName>(props: ChoiceFieldProps<Field>) {
  const { field, ids, photos, choices, hint, isDisabled } = props;
  const { edit, status } = useEditPhotos({ isQuiet: true });
  const shared = sharedValue(photos, (photo) => photo[field]);
  const at = shared === "mixed" ? -1 : choices.findIndex(({ value }) => value === shared.value);

  const choose = (index: string) => {
    const choice = choices[Number(index)];
    if (choice) void edit(ids, { change: changeOf(field, choice.value) });
  };

  return (
    <PanelField label={capitalize(wordFor(field))} status={status} hint={hint}>
      {(labelled) => (
        <select
          {...labelled}
          value={at === -1 ? MIXED : String(at)}
          disabled={isDisabled}
          onChange={(event) => choose(event.target.value)}
        >
          {at === -1 && (
            <option value={MIXED} disabled>
              Mixed
            </option>
          )}
          <Options entries={choices.map(({ label }, index) => [index, label])} />
        </select>
      )}
    </PanelField>
  );
}
