import { useRef, useState } from "react";
import { ROOM_NAME_MAX_CHARS } from "../../../contract/limits.ts";
import notice from "../page/notice.module.css";
import styles from "./SendDialog.module.css";

export const ENTER_DIALOG = "enter-room";

/** Asks for a name, once. A plain form in a popover: the response is the room, under this name. */
export function EnterDialog({ url, name }: { url: string; name: string | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  const [isSent, setSent] = useState(false);
  return (
    <div
      className={styles.dialog}
      id={ENTER_DIALOG}
      popover="auto"
      role="dialog"
      aria-labelledby="enter-heading"
      onToggle={({ currentTarget }) =>
        currentTarget.matches(":popover-open") && form.current?.querySelector<HTMLInputElement>("[name=name]")?.focus()
      }
    >
      <form
        method="post"
        action={`${url}/enter`}
        ref={form}
        onSubmit={(event) => (isSent ? event.preventDefault() : setSent(true))}
      >
        <h2 className={styles.heading} id="enter-heading">
          Who are you?
        </h2>
        <p className={styles.hint}>Your choice is your own: only the photographer sees it.</p>
        <div className={styles.field}>
          <label htmlFor="enter-name">Your name</label>
          <input
            id="enter-name"
            name="name"
            required
            maxLength={ROOM_NAME_MAX_CHARS}
            autoComplete="name"
            defaultValue={name}
          />
        </div>
        <div className={styles.field}>
          <label htmlFor="enter-email">
            Email <span className={styles.hint}>(optional)</span>
          </label>
          <input id="enter-email" name="email" type="email" autoComplete="email" />
        </div>
        <div className={styles.buttons}>
          <button className={styles.cancel} type="button" popoverTarget={ENTER_DIALOG} popoverTargetAction="hide">
            Cancel
          </button>
          <button className={notice.button} type="submit">
            {name === undefined ? "Begin" : "Save"}
          </button>
        </div>
      </form>
    </div>
  );
}
