import type { FormEvent } from "react";
import { MARK_LABELS, type MarkLabel } from "../../../contract/limits.ts";
import type { ShownPhoto } from "../../../contract/pages.ts";
import styles from "./MarkControls.module.css";
import { LABEL_KEYS, STARS } from "./mark-keys.ts";
import { usePick, useSelection, useStore } from "./use-selection.ts";

/** Stars and colours, by the keys of Lightroom. The same again takes them back. */
export function MarkControls({ photo, url }: { photo: ShownPhoto; url: string }) {
  const store = useStore();
  const { state } = useSelection();
  const { rating = 0, label = null } = usePick(photo.id) ?? {};
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!(submitter instanceof HTMLButtonElement)) return;
    if (submitter.name === "rating") store.choose(photo.id, { rating: Number(submitter.value) });
    else store.choose(photo.id, { label: (submitter.value || null) as MarkLabel | null });
  };
  return (
    <form className={styles.marks} method="post" action={`${url}/picks/${photo.id}`} onSubmit={choose}>
      <fieldset disabled={state === "sent"}>
        <legend>Stars</legend>
        {STARS.map((stars) => (
          <button
            key={stars}
            type="submit"
            name="rating"
            value={rating === stars ? 0 : stars}
            aria-pressed={rating === stars}
            aria-label={stars === 1 ? "1 star" : `${stars} stars`}
            aria-keyshortcuts={String(stars)}
          >
            {stars <= rating ? "★" : "☆"}
          </button>
        ))}
      </fieldset>
      <fieldset disabled={state === "sent"}>
        <legend>Colour</legend>
        {MARK_LABELS.map((colour, index) => (
          <button
            key={colour}
            type="submit"
            name="label"
            value={label === colour ? "" : colour}
            aria-pressed={label === colour}
            aria-label={colour}
            aria-keyshortcuts={index < LABEL_KEYS.length ? LABEL_KEYS[index] : undefined}
            data-label={colour}
          />
        ))}
      </fieldset>
    </form>
  );
}
