import type { PhotoChange, PhotoId } from "../../../contract/photos.ts";
import { useEditPhotos } from "../data/edit-photos.api.ts";
import { PanelField } from "./PanelField.tsx";
import type { Shared } from "./shared-value.ts";

type ChoiceFieldProps<Value> = {
  label: string;
  ids: PhotoId[];
  shared: Shared<Value>;
  choices: { value: Value; label: string }[];
  changeFor: (value: Value) => PhotoChange;
  hint?: string;
  isDisabled?: boolean;
};

const MIXED = "mixed";

export function ChoiceField<Value extends string | number | null>(props: ChoiceFieldProps<Value>) {
  const { label, ids, shared, choices, changeFor, hint, isDisabled } = props;
  const { edit, status } = useEditPhotos();
  const at = shared === "mixed" ? -1 : choices.findIndex(({ value }) => value === shared.value);

  const choose = (index: string) => {
    const choice = choices[Number(index)];
    if (choice) void edit(ids, { change: changeFor(choice.value) });
  };

  return (
    <PanelField label={label} status={status} hint={hint}>
      {(id) => (
        <select
          id={id}
          value={at === -1 ? MIXED : String(at)}
          disabled={isDisabled}
          onChange={(event) => choose(event.target.value)}
        >
          {at === -1 && (
            <option value={MIXED} disabled>
              Mixed
            </option>
          )}
          {choices.map((choice, index) => (
            <option key={choice.label} value={index}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </PanelField>
  );
}
