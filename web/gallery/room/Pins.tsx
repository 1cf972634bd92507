import type { FormEvent } from "react";
import { TEXT_MAX_CHARS } from "../../../contract/limits.ts";
import type { ShownPhoto } from "../../../contract/pages.ts";
import notice from "../page/notice.module.css";
import { useLook } from "./look.ts";
import styles from "./PhotoComment.module.css";
import { usePick, useSelection, useStore } from "./use-selection.ts";

const MIDDLE = { x: 0.5, y: 0.5 };

/** Places on the photo, each with a text. A click on the photo chooses the place, or two sliders do. */
export function Pins({ photo, url }: { photo: ShownPhoto; url: string }) {
  const store = useStore();
  const { state } = useSelection();
  const { place, setPlace } = useLook();
  const pins = usePick(photo.id)?.pins ?? [];
  const action = `${url}/picks/${photo.id}/pins`;
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = String(new FormData(form).get("text")).trim();
    if (text === "" || !(await store.addPin(photo.id, { ...(place ?? MIDDLE), text }))) return;
    form.reset();
    form.closest("details")?.removeAttribute("open");
  };
  return (
    <>
      {pins.length > 0 && (
        <ol className={styles.pins}>
          {pins.map(({ id, text }) => (
            <li key={id}>
              {text}
              {state === "open" && (
                <form
                  method="post"
                  action={`${action}/${id}`}
                  onSubmit={(event) => {
                    event.preventDefault();
                    void store.removePin(photo.id, id);
                  }}
                >
                  <button type="submit">Remove</button>
                </form>
              )}
            </li>
          ))}
        </ol>
      )}
      {state === "open" && (
        <details
          className={styles.pin}
          onToggle={({ currentTarget }) => setPlace(currentTarget.open ? (place ?? MIDDLE) : null)}
        >
          <summary>Mark a place</summary>
          <form className={styles.form} method="post" action={action} onSubmit={add}>
            <p className={styles.state}>Tap the photo where it is, or use the sliders.</p>
            {(["x", "y"] as const).map((axis) => (
              <label key={axis}>
                {axis === "x" ? "From the left" : "From the top"}
                <input
                  type="range"
                  name={axis}
                  min={0}
                  max={1}
                  step={0.01}
                  value={(place ?? MIDDLE)[axis]}
                  onChange={({ target }) => setPlace({ ...(place ?? MIDDLE), [axis]: Number(target.value) })}
                  onKeyDown={(event) => event.key.startsWith("Arrow") && event.stopPropagation()}
                />
              </label>
            ))}
            <label>
              What is to be done here
              <input
                name="text"
                required
                maxLength={TEXT_MAX_CHARS}
                onKeyDown={(event) => event.key !== "Escape" && event.stopPropagation()}
              />
            </label>
            <button className={notice.button} type="submit">
              Add
            </button>
          </form>
        </details>
      )}
    </>
  );
}
