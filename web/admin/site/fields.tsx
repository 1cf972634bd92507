import { type KeyboardEvent, type ReactNode, useState } from "react";
import type { SiteField as FieldName, SiteSettings } from "../../../contract/site.ts";
import { SETTING_NAMES } from "../data/setting-names.ts";
import { useEditSite } from "../data/site.api.ts";
import styles from "./Site.module.css";
import { Outcome, SiteField } from "./SiteField.tsx";

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

/** Saves on blur, a single line also on Enter; Escape discards what was typed. */
export function TextSetting({ site, field, maxChars, isMultiline, type = "text", placeholder, hint }: TextProps) {
  const label = SETTING_NAMES[field];
  const { save, status, errorOf, forget } = useEditSite();
  const draft = useDraft(site[field], (text) => save({ [field]: text }, label), forget);
  const error = errorOf(field);
  // A refused text stays in the field, to be corrected.
  const control = { ...draft.control, value: error !== undefined ? draft.lastTyped : draft.control.value };
  return (
    <SiteField label={label} status={draft.isTyping ? "idle" : status} hint={hint} error={error}>
      {(labelled) =>
        isMultiline ? (
          <textarea {...labelled} {...control} className={styles.text} maxLength={maxChars} rows={5} />
        ) : (
          <input
            {...labelled}
            {...control}
            type={type}
            maxLength={maxChars}
            placeholder={placeholder}
            onKeyDown={(event) => {
              control.onKeyDown(event);
              if (event.key === "Enter") draft.save();
            }}
          />
        )
      }
    </SiteField>
  );
}

type NumberProps = { site: SiteSettings; field: "upload_max_mb"; max: number; hint: string };

export function NumberSetting({ site, field, max, hint }: NumberProps) {
  const label = SETTING_NAMES[field];
  const { save, status, errorOf, forget } = useEditSite();
  const draft = useDraft(String(site[field]), (text) => save({ [field]: Number(text) }, label), forget);
  const error = errorOf(field);
  return (
    <SiteField label={label} status={draft.isTyping ? "idle" : status} hint={hint} error={error}>
      {(labelled) => (
        <input
          {...labelled}
          {...draft.control}
          value={error !== undefined ? draft.lastTyped : draft.control.value}
          type="number"
          min={1}
          max={max}
          className={styles.number}
          onKeyDown={(event) => {
            draft.control.onKeyDown(event);
            if (event.key === "Enter") draft.save();
          }}
        />
      )}
    </SiteField>
  );
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
          {choices.map((choice, index) => (
            <option key={choice.label} value={index}>
              {choice.label}
            </option>
          ))}
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
        <Outcome status={status} />
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}

/** What is typed, until it is saved or discarded: the saved value is in the query cache. */
function useDraft(saved: string, save: (text: string) => void, forget: () => void) {
  const [draft, setDraft] = useState<string | null>(null);
  const [lastTyped, setLastTyped] = useState(saved);
  const saveDraft = () => {
    setDraft(null);
    if (draft === null || draft.trim() === saved) return;
    setLastTyped(draft);
    save(draft.trim());
  };
  return {
    isTyping: draft !== null,
    lastTyped,
    save: saveDraft,
    control: {
      value: draft ?? saved,
      onChange: ({ target }: { target: { value: string } }) => {
        forget();
        setDraft(target.value);
      },
      onBlur: saveDraft,
      "data-saved": draft === null ? true : undefined,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.key !== "Escape") return;
        setDraft(null);
        forget();
      },
    },
  };
}
