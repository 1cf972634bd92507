import type { FormEvent } from "react";
import { PASSKEY_NAME_MAX_CHARS } from "../../../contract/limits.ts";
import type { PasskeyEntry } from "../../../contract/passkeys.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { formatDate, formatDateTime } from "../../ui/format-date.ts";
import { useAddPasskey, useRemovePasskey } from "../actions/passkeys.ts";
import { canUsePasskeys } from "../data/passkeys.api.ts";
import { FormRefusal, fieldErrors } from "../page/FormRefusal.tsx";
import styles from "./Account.module.css";
import { describeAgent } from "./describe-agent.ts";

export function PasskeyList({ passkeys }: { passkeys: PasskeyEntry[] }) {
  const remove = useRemovePasskey();
  const confirm = useConfirm();

  const onRemove = async ({ id, name }: PasskeyEntry) => {
    const isSure = await confirm({
      title: "Remove passkey",
      question: `You can no longer sign in with "${name}". Your password still works.`,
      confirmLabel: "Remove",
    });
    if (isSure) remove.mutate(id);
  };

  return (
    <section className={styles.card} aria-labelledby="passkeys">
      <header className={styles.cardHeader}>
        <h2 id="passkeys">Passkeys</h2>
      </header>
      <p className={styles.note}>
        Sign in with your fingerprint, face or screen lock, or with a security key, instead of the password.
      </p>
      {passkeys.length > 0 && (
        <ul className={styles.rows}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <div>
                <p className={styles.name}>{passkey.name}</p>
                <p className={styles.note}>
                  added {formatDate(passkey.created_on)} ·{" "}
                  {passkey.last_used_on ? `last used ${formatDateTime(passkey.last_used_on)}` : "not used yet"}
                </p>
              </div>
              <Button aria-label={`Remove passkey: ${passkey.name}`} onClick={() => onRemove(passkey)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <PasskeyForm />
      ) : (
        <p className={styles.note}>
          Browsers allow passkeys only where the site has HTTPS and a name, not at an IP address.
        </p>
      )}
    </section>
  );
}

function PasskeyForm() {
  const add = useAddPasskey();

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    add.mutate(String(new FormData(event.currentTarget).get("name") ?? ""));
  };

  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <FormRefusal error={add.error} fallback="The passkey could not be added" />
      <Field label="Name of the passkey" error={fieldErrors(add.error).name?.[0]}>
        {(control) => (
          <input
            {...control}
            name="name"
            autoComplete="off"
            defaultValue={describeAgent(navigator.userAgent)}
            maxLength={PASSKEY_NAME_MAX_CHARS}
            required
          />
        )}
      </Field>
      <div>
        <Button type="submit" disabled={add.isPending}>
          {add.isPending ? "Waiting for the browser..." : "Add a passkey"}
        </Button>
      </div>
    </form>
  );
}
