import type { KeyboardEvent, ReactNode } from "react";
import type { SiteField as FieldName, SiteSettings } from "../../../contract/site.ts";
import { Options } from "../../ui/Options.tsx";
import { useEditSite } from "../actions/site.ts";
import { SETTING_NAMES } from "../data/setting-names.ts";
import { DraftNote } from "../drafts/DraftNote.tsx";
import { type DraftField, statusOf } from "../drafts/use-draft.ts";
import styles from "./Site.module.css";
import { SaveStatus, type SiteControl, SiteField } from "./SiteField.tsx";
import { nounFor, useSiteDraft } from "./site-draft.ts";

type Named<Value> = {
  [Field in FieldName]: SiteSettings[Field] extends Value ? (Value extends SiteSettings[Field] ? Field : never) : never;
}[FieldName];

type TextProps = {
  site: SiteSettings;
  field: Named<string>;
  maxChars: number;
  isMultiline?: boolean;
  type?: "text" | "email" | "tel";
  placeholder?: string;
  hint?: string;
};

/** Saves on blur, a single line also on Enter. A text that is not saved stays in it, with the reason. */
export function TextSetting({ site, field, maxChars, isMultiline, type = "text", placeholder, hint }: TextProps) {
  const label = SETTING_NAMES[field];
  const { save } = useEditSite();
  const draft = useSiteDraft(field, site[field], (text) => save({ [field]: text }, label));
  return (
    <DraftSetting draft={draft} label={label} hint={hint}>
      {(control) =>
        isMultiline ? (
          <textarea {...control} className={styles.text} maxLength={maxChars} rows={5} />
        ) : (
          <input
            {...control}
            type={type}
            maxLength={maxChars}
            placeholder={placeholder}
            onKeyDown={(event) => saveOnEnter(event, draft)}
          />
        )
      }
    </DraftSetting>
  );
}

type NumberProps = { site: SiteSettings; field: "upload_max_mb"; max: number; hint: string };

export function NumberSetting({ site, field, max, hint }: NumberProps) {
  const label = SETTING_NAMES[field];
  const { save } = useEditSite();
  const draft = useSiteDraft(field, String(site[field]), (text) => save({ [field]: Number(text) }, label));
  return (
    <DraftSetting draft={draft} label={label} hint={hint}>
      {(control) => (
        <input
          {...control}
          type="number"
          min={1}
          max={max}
          className={styles.number}
          onKeyDown={(event) => saveOnEnter(event, draft)}
        />
      )}
    </DraftSetting>
  );
}

type DraftSettingProps = {
  draft: DraftField;
  label: string;
  hint: string | undefined;
  children: (
    control: SiteControl & Pick<DraftField, "onBlur"> & { value: string; onChange: (event: Typing) => void },
  ) => ReactNode;
};

type Typing = { target: { value: string } };

function DraftSetting({ draft, label, hint, children }: DraftSettingProps) {
  return (
    <SiteField
      label={label}
      status={statusOf(draft)}
      hint={hint}
      error={draft.reason}
      action={(controlId) => <DraftNote draft={draft} noun={nounFor(label)} controlId={controlId} />}
    >
      {(labelled) =>
        children({
          ...labelled,
          value: draft.text,
          onBlur: draft.onBlur,
          ...draft.untouched,
          onChange: ({ target }) => draft.type(target.value),
        })
      }
    </SiteField>
  );
}

function saveOnEnter({ key, nativeEvent }: KeyboardEvent, draft: DraftField): void {
  // In an input method, Enter accepts a word.
  if (key === "Enter" && !nativeEvent.isComposing) void draft.save();
}

type ChoiceProps<Field extends FieldName> = {
  site: SiteSettings;
  field: Field;
  choices: { value: SiteSettings[Field]; label: string }[];
  hint?: ReactNode;
};

export function ChoiceSetting<Field extends FieldName>({ site, field, choices, hint }: ChoiceProps<Field>) {
  const label = SETTING_NAMES[field];
  const { save, status, errorOf } = useEditSite();
  return (
    <SiteField label={label} status={status} hint={hint} error={errorOf(field)}>
      {(labelled) => (
        <select
          {...labelled}
          value={choices.findIndex(({ value }) => value === site[field])}
          onChange={({ target }) => {
            const choice = choices[Number(target.value)];
            if (choice) save({ [field]: choice.value }, label);
          }}
        >
          <Options entries={choices.map(({ label }, index) => [index, label])} />
        </select>
      )}
    </SiteField>
  );
}

type SwitchProps = { site: SiteSettings; field: Named<boolean>; hint?: ReactNode };

export function SwitchSetting({ site, field, hint }: SwitchProps) {
  const label = SETTING_NAMES[field];
  const { save, status } = useEditSite();
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label className={styles.switch}>
          <input
            type="checkbox"
            checked={site[field]}
            onChange={({ target }) => save({ [field]: target.checked }, label)}
          />
          {label}
        </label>
        <SaveStatus status={status} />
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}
