import { isColour, type Scheme, TYPEFACE_NAMES } from "../../../contract/look.ts";
import type { Look, SiteSettings } from "../../../contract/site.ts";
import { Button } from "../../ui/Button.tsx";
import { useEditSite } from "../actions/site.ts";
import { DraftNote } from "../drafts/DraftNote.tsx";
import { statusOf, useDraft } from "../drafts/use-draft.ts";
import type { Scene } from "./Miniature.tsx";
import { PictureChoice } from "./PictureChoice.tsx";
import styles from "./Site.module.css";
import { SiteField } from "./SiteField.tsx";
import { nounFor } from "./site-draft.ts";

const SCHEME_NAMES: Record<Scheme, string> = { auto: "As the device is set", light: "Light", dark: "Dark" };
const PAPER_NAMES = { neutral: "Neutral paper", warm: "Warm paper", cool: "Cool paper" };
const MARGIN_NAMES = { none: "Edge to edge", wide: "With a margin" };
const CAPTION_NAMES = { viewer: "In the viewer", below: "Below the photographs" };
const TITLE_NAMES = { left: "On the left", centre: "In the middle" };
/** In the middle of what is legible on both schemes. */
const FIRST_ACCENT = "#2f7f9f";

/** Each choice is a picture of the page; the preview next to these fields is the page itself. */
export function LookFields({ site }: { site: SiteSettings }) {
  return (
    <>
      <LookChoice site={site} field="typeface" label="Typeface" names={TYPEFACE_NAMES} scene="name" />
      <LookChoice site={site} field="scheme" label="Light or dark" names={SCHEME_NAMES} scene="categories" />
      <LookChoice site={site} field="paper" label="Paper" names={PAPER_NAMES} scene="categories" />
      <LookChoice site={site} field="margin" label="Margin" names={MARGIN_NAMES} scene="categories" />
      <LookChoice site={site} field="titles" label="Titles" names={TITLE_NAMES} scene="album" />
      <LookChoice site={site} field="captions" label="Captions" names={CAPTION_NAMES} scene="album" />
      <AccentField site={site} />
    </>
  );
}

type LookField = "scheme" | "typeface" | "paper" | "margin" | "titles" | "captions";

type LookChoiceProps<Field extends LookField> = {
  site: SiteSettings;
  field: Field;
  label: string;
  names: Record<Look[Field], string>;
  scene: Scene;
};

function LookChoice<Field extends LookField>({ site, field, label, names, scene }: LookChoiceProps<Field>) {
  const { save, status, errorOf } = useEditSite();
  // The keys of this object are the values of the field.
  const values = Object.keys(names) as Look[Field][];
  return (
    <PictureChoice
      site={site}
      label={label}
      options={values.map((value) => ({
        value,
        label: names[value],
        look: { ...site.look, [field]: value },
        scene,
      }))}
      chosen={site.look[field]}
      status={status}
      error={errorOf("look")}
      onChoose={(value) => save({ look: { ...site.look, [field]: value } }, label)}
    />
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
      hint="For the line under links and the frame around the focused element. Photographs remain the only other colour."
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
            <Button onClick={() => void draft.save()}>Use this colour</Button>
          )}
          {accent !== null && (
            <Button
              onClick={() => {
                draft.discard();
                void saveAccent(null);
              }}
            >
              No accent
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
