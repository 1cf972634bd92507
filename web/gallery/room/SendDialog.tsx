import { type FormEvent, useState } from "react";
import { ROOM_NAME_MAX_CHARS, TEXT_MAX_CHARS } from "../../../contract/limits.ts";
import notice from "../page/notice.module.css";
import { forgetForm } from "../page/unsent-form.ts";
import { useUnsentForm } from "../page/use-unsent-form.ts";
import styles from "./RoomBar.module.css";
import { useStore } from "./use-selection.ts";

/** A popover, which browsers open without JavaScript. */
export function SendDialog({ url }: { url: string }) {
  const store = useStore();
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const unsent = useUnsentForm(url);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const field = (name: string) => String(fields.get(name) ?? "");
    setSending(true);
    const refusal = await store.send({ name: field("name"), email: field("email"), message: field("message") });
    setSending(false);
    if (refusal === undefined) forgetForm(url);
    setProblem(refusal ?? null);
  };

  return (
    <div className={styles.dialog} id="send-selection" popover="auto" role="dialog" aria-label="Send selection">
      <form method="post" action={`${url}/send`} onSubmit={submit} {...unsent}>
        <h2 className={styles.heading}>Send selection</h2>
        <p className={styles.hint}>Afterwards the selection can no longer be changed.</p>
        <label>
          Your name
          <input name="name" required maxLength={ROOM_NAME_MAX_CHARS} autoComplete="name" />
        </label>
        <label>
          <span>
            Email <span className={styles.optional}>(optional)</span>
          </span>
          <input name="email" type="email" autoComplete="email" />
        </label>
        <label>
          <span>
            Message <span className={styles.optional}>(optional)</span>
          </span>
          <textarea name="message" rows={4} maxLength={TEXT_MAX_CHARS} />
        </label>
        <p className={styles.problem} role="alert">
          {problem}
        </p>
        <div className={styles.buttons}>
          <button className={styles.quiet} type="button" popoverTarget="send-selection" popoverTargetAction="hide">
            Cancel
          </button>
          <button className={notice.button} type="submit" disabled={isSending}>
            Send
          </button>
        </div>
      </form>
    </div>
  );
}
