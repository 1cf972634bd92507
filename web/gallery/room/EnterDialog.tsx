import { useState } from "react";
import { ROOM_NAME_MAX_CHARS } from "../../../contract/limits.ts";
import notice from "../page/notice.module.css";
import { DialogField } from "./DialogField.tsx";
import styles from "./SendDialog.module.css";
import { useRoom } from "./use-selection.ts";

export const ENTER_DIALOG = "enter-room";

/** Asks for a name, once. A plain form in a popover: the response is the room, under this name. */
export function EnterDialog({ url, name }: { url: string; name: string | undefined }) {
  const [isSent, setSent] = useState(false);
  const { wanted } = useRoom();
  return (
    <dialog className={styles.dialog} id={ENTER_DIALOG} popover="auto" aria-labelledby="enter-heading">
      <form
        method="post"
        action={`${url}/enter`}
        onSubmit={(event) => (isSent ? event.preventDefault() : setSent(true))}
      >
        {wanted && <input type="hidden" name="photo_id" value={wanted.photoId} />}
        {wanted?.from && <input type="hidden" name="from" value={wanted.from} />}
        <h2 className={styles.heading} id="enter-heading">
          Who are you?
        </h2>
        <p className={styles.hint}>Your choice is your own: only the photographer sees it.</p>
        <DialogField
          of="enter"
          name="name"
          label="Your name"
          required
          autoFocus
          maxLength={ROOM_NAME_MAX_CHARS}
          autoComplete="name"
          defaultValue={name}
        />
        <DialogField of="enter" name="email" label="Email" type="email" autoComplete="email" />
        <div className={styles.buttons}>
          <button className={styles.cancel} type="button" popoverTarget={ENTER_DIALOG} popoverTargetAction="hide">
            Cancel
          </button>
          <button className={notice.button} type="submit">
            {name === undefined ? "Begin" : "Save"}
          </button>
        </div>
      </form>
    </dialog>
  );
}
