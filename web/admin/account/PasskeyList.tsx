import { useState } from "react";
import type { User } from "../../../contract/auth.ts";
import type { PasskeyEntry } from "../../../contract/passkeys.ts";
import { Button } from "../../ui/Button.tsx";
import { formatDate, formatDateTime } from "../../ui/format-date.ts";
import { useRemovePasskey } from "../actions/passkeys.ts";
import { canUsePasskeys } from "../data/passkeys.api.ts";
import styles from "./Account.module.css";
import { ConfirmOwner } from "./ConfirmOwner.tsx";
import { PasskeyForm } from "./PasskeyForm.tsx";

export function PasskeyList({ user, passkeys }: { user: User; passkeys: PasskeyEntry[] }) {
  const remove = useRemovePasskey();
  const [leaving, setLeaving] = useState<PasskeyEntry | null>(null);

  const close = () => {
    setLeaving(null);
    remove.reset();
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
              <Button aria-label={`Remove passkey: ${passkey.name}`} onClick={() => setLeaving(passkey)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {leaving && (
        <ConfirmOwner
          title="Remove passkey"
          submitLabel="Remove"
          user={user}
          hasPasskeys
          change={remove}
          fallback="The passkey could not be removed"
          onConfirm={(by) => remove.mutate({ id: leaving.id, by }, { onSuccess: close })}
          onClose={close}
        >
          You can no longer sign in with "{leaving.name}", and the sessions that began with it end. Your password still
          works.
        </ConfirmOwner>
      )}
      {canUsePasskeys() ? (
        <PasskeyForm user={user} hasPasskeys={passkeys.length > 0} />
      ) : (
        <p className={styles.note}>
          Browsers allow passkeys only where the site has HTTPS and a name, not at an IP address.
        </p>
      )}
    </section>
  );
}
