import { type FormEvent, type RefObject, useEffect, useState } from "react";
import { ROOM_NAME_MAX_CHARS, TEXT_MAX_CHARS } from "../../../contract/limits.ts";
import errorStyles from "../page/error.module.css";
import notice from "../page/notice.module.css";
import { forgetForm } from "../page/unsent-form.ts";
import { useRefusedForm } from "../page/use-refused-form.ts";
import { useUnsentForm } from "../page/use-unsent-form.ts";
import type { Refusal } from "./ask-room.ts";
import { DialogField, Optional } from "./DialogField.tsx";
import { rememberSender, restoreSender } from "./remember-sender.ts";
import styles from "./SendDialog.module.css";
import { useStore } from "./use-selection.ts";

type SendDialogProps = {
  url: string;
  label: string;
  /** Known already: this visitor's voice. */
  name: string | undefined;
  dialog: RefObject<HTMLDialogElement | null>;
  onSend: () => void;
};

/** A modal dialog; without JavaScript a popover, which browsers open by themselves. */
export function SendDialog({ url, label, name, dialog, onSend }: SendDialogProps) {
  const store = useStore();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isSending, setSending] = useState(false);
  const unsent = useUnsentForm(url);
  const errors = refusal?.errors ?? {};
  useRefusedForm(unsent.ref, refusal);
  useEffect(() => {
    if (unsent.ref.current) restoreSender(url, unsent.ref.current);
  }, [url, unsent.ref]);
  useEarlyOpening(dialog);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const field = (name: string) => String(fields.get(name) ?? "");
    const sender = { name: field("name"), email: field("email") };
    setSending(true);
    onSend();
    const refused = await store.send({ ...sender, message: field("message") });
    setSending(false);
    setRefusal(refused ?? null);
    if (refused !== undefined) return;
    forgetForm(url);
    rememberSender(url, sender);
  };

  return (
    <dialog className={styles.dialog} id="send-selection" popover="auto" aria-labelledby="send-heading" ref={dialog}>
      <form method="post" action={`${url}/send`} onSubmit={submit} noValidate {...unsent}>
        <h2 className={styles.heading} id="send-heading">
          {label}
        </h2>
        <p className={styles.hint}>Afterwards it can no longer be changed.</p>
        {name === undefined ? (
          <DialogField
            of="send"
            name="name"
            label="Your name"
            required
            maxLength={ROOM_NAME_MAX_CHARS}
            autoComplete="name"
            error={errors.name}
          />
        ) : (
          <input type="hidden" name="name" value={name} />
        )}
        <DialogField of="send" name="email" label="Email" type="email" autoComplete="email" error={errors.email} />
        <label>
          <span>
            Message <Optional />
          </span>
          <textarea name="message" rows={4} maxLength={TEXT_MAX_CHARS} />
        </label>
        <p className={errorStyles.error} role="alert">
          {Object.keys(errors).length === 0 && refusal?.message}
        </p>
        <div className={styles.buttons}>
          <button
            className={styles.cancel}
            type="button"
            popoverTarget="send-selection"
            popoverTargetAction="hide"
            onClick={(event) => {
              event.preventDefault();
              dialog.current?.close();
            }}
          >
            Cancel
          </button>
          <button className={notice.button} type="submit" disabled={isSending}>
            Send
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** Opened as a popover before the program arrived: it becomes modal, and what has the focus in it keeps it. */
function useEarlyOpening(dialog: RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    if (!dialog.current?.matches(":popover-open")) return;
    const focused = document.activeElement;
    dialog.current.hidePopover();
    dialog.current.showModal();
    if (focused instanceof HTMLElement && dialog.current.contains(focused)) focused.focus();
  }, [dialog]);
}
