import { useState } from "react";
import { SCHEMES, type Scheme, TYPEFACE_NAMES, TYPEFACES, type Typeface } from "../../../contract/look.ts";
import type { SiteSettings } from "../../../contract/site.ts";
import { Button } from "../../ui/Button.tsx";
import { useEditSite } from "../data/site.api.ts";
import styles from "./Site.module.css";
import { SiteField } from "./SiteField.tsx";

const SCHEME_NAMES: Record<Scheme, string> = {
  auto: "As the visitor's device is set",
  light: "Always light",
  dark: "Always dark",
};
/** In the middle of what is legible on both schemes. */
const FIRST_ACCENT = "#2f7f9f";

/** The preview next to these fields shows what each choice does. */
export function LookFields({ site }: { site: SiteSettings }) {
  return (
    <>
      <LookChoice
        site={site}
        field="scheme"
        label="Light or dark"
        choices={SCHEMES.map((scheme) => [scheme, SCHEME_NAMES[scheme]])}
      />
      <LookChoice
        site={site}
        field="typeface"
        label="Typeface"
        choices={TYPEFACES.map((typeface) => [typeface, TYPEFACE_NAMES[typeface]])}
      />
      <AccentField site={site} />
    </>
  );
}

type LookChoiceProps = {
  site: SiteSettings;
  field: "scheme" | "typeface";
  label: string;
  choices: [Scheme | Typeface, string][];
};

function LookChoice({ site, field, label, choices }: LookChoiceProps) {
  const { save, status, errorOf } = useEditSite();
  return (
    <SiteField label={label} status={status} error={errorOf("look")}>
      {(labelled) => (
        <select
          {...labelled}
          value={site.look[field]}
          // Its options are the values of this field.
          onChange={({ target }) => save({ look: { ...site.look, [field]: target.value } }, label)}
        >
          {choices.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </SiteField>
  );
}

const ACCENT = "Accent colour";

/** The colour well reports every shade that the pointer passes; only the chosen one is saved. */
function AccentField({ site }: { site: SiteSettings }) {
  const { save, status, errorOf, forget } = useEditSite();
  const [draft, setDraft] = useState<string | null>(null);
  const { accent } = site.look;
  const error = errorOf("look");
  const shown = draft ?? accent ?? FIRST_ACCENT;
  const saveAccent = (colour: string | null) => {
    if (colour === accent) setDraft(null);
    else save({ look: { ...site.look, accent: colour } }, ACCENT);
  };
  return (
    <SiteField
      label={ACCENT}
      status={status}
      error={error}
      hint="For the line under links and the frame around what has the focus. Photographs stay the only other colour."
    >
      {(labelled) => (
        <div className={styles.accent}>
          <input
            {...labelled}
            type="color"
            value={shown}
            onChange={({ target }) => {
              forget();
              setDraft(target.value);
            }}
            onBlur={() => draft && saveAccent(draft)}
          />
          <code>{draft ?? accent ?? "none"}</code>
          {draft !== null && draft !== accent && <Button onClick={() => saveAccent(draft)}>Use This Colour</Button>}
          {accent !== null && (
            <Button
              onClick={() => {
                setDraft(null);
                saveAccent(null);
              }}
            >
              No Accent
            </Button>
          )}
        </div>
      )}
    </SiteField>
  );
}
