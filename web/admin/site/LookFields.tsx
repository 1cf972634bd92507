import { isColour, SCHEMES, type Scheme, TYPEFACE_NAMES, TYPEFACES, type Typeface } from "../../../contract/look.ts";
import type { SiteSettings } from "../../../contract/site.ts";
import { Button } from "../../ui/Button.tsx";
import { useEditSite } from "../actions/site.ts";
import { DraftNote } from "../drafts/DraftNote.tsx";
import { statusOf, useDraft } from "../drafts/use-draft.ts";
import styles from "./Site.module.css";
import { SiteField } from "./SiteField.tsx";
import { nounFor } from "./site-draft.ts";

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

/** By eye in the well, or by its number. The well reports every shade that the pointer passes; only the chosen one is saved. */
function AccentField({ site }: { site: SiteSettings }) {
  const { save } = useEditSite();
  const { accent } = site.look;
  const saveAccent = (colour: string | null) => save({ look: { ...site.look, accent: colour } }, ACCENT);
  const draft = useDraft({
    of: "site",
    field: "accent",
    title: `${ACCENT}, on the Site screen`,
    saved: accent ?? "",
    save: (typed) => (colourOf(typed) === accent ? undefined : saveAccent(colourOf(typed))),
  });
  const control = {
    onChange: ({ target }: { target: { value: string } }) => draft.type(target.value),
    onBlur: draft.onBlur,
  };
  return (
    <SiteField
      label={ACCENT}
      status={statusOf(draft)}
      error={draft.reason}
      hint="For the line under links and the frame around what has the focus. Photographs stay the only other colour."
      action={(controlId) => <DraftNote draft={draft} noun={nounFor(ACCENT)} controlId={controlId} />}
    >
      {(labelled) => (
        <div className={styles.accent}>
          <input
            {...control}
            type="color"
            aria-label={`${ACCENT}, by eye`}
            value={isColour(draft.text) ? draft.text : FIRST_ACCENT}
          />
          <input
            {...labelled}
            {...control}
            {...draft.untouched}
            placeholder="None"
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            maxLength={20}
            value={draft.text}
            onKeyDown={({ key }) => {
              if (key === "Enter") void draft.save();
            }}
          />
          {draft.state === "typing" && colourOf(draft.text) !== accent && (
            <Button onClick={() => void draft.save()}>Use This Colour</Button>
          )}
          {accent !== null && (
            <Button
              onClick={() => {
                draft.discard();
                void saveAccent(null);
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

/** People copy colours with or without the #. Nothing is no accent. */
function colourOf(typed: string): string | null {
  const colour = typed.trim().toLowerCase();
  if (colour === "") return null;
  return colour.startsWith("#") ? colour : `#${colour}`;
}
