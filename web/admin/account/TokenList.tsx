import type { User } from "../../../contract/auth.ts";
import type { TokenEntry } from "../../../contract/tokens.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { formatDate, formatDateTime } from "../../ui/format-date.ts";
import { useRemoveToken } from "../actions/tokens.ts";
import { hasPassed } from "../room-dialogs/expiry.ts";
import styles from "./Account.module.css";
import { TokenForm } from "./TokenForm.tsx";

type TokenListProps = { user: User; tokens: TokenEntry[]; hasPasskeys: boolean };

export function TokenList({ user, tokens, hasPasskeys }: TokenListProps) {
  const remove = useRemoveToken();
  const confirm = useConfirm();

  const onRemove = async (token: TokenEntry) => {
    const isSure = await confirm({
      title: "Remove token",
      question: `The program that has "${token.name}" loses access to your site.`,
      confirmLabel: "Remove",
    });
    if (isSure) remove.mutate(token.id);
  };

  return (
    <section className={styles.card} aria-labelledby="tokens">
      <header className={styles.cardHeader}>
        <h2 id="tokens">Tokens</h2>
      </header>
      <p className={styles.note}>
        Programs such as Lightroom and darktable connect to your site with a token instead of your password.
      </p>
      {tokens.length > 0 && (
        <ul className={styles.rows}>
          {tokens.map((token) => (
            <li key={token.id}>
              <div>
                <p className={styles.name}>
                  {token.name}
                  <span className={styles.scope}>{token.scope === "publish" ? "publishes" : "only reads"}</span>
                </p>
                <p className={styles.note}>
                  made {formatDate(token.created_on)} ·{" "}
                  {token.last_used_on
                    ? `last used ${formatDateTime(token.last_used_on)} from ${token.address}`
                    : "not used yet"}
                  {token.expires_on &&
                    ` · ${hasPassed(token.expires_on) ? "expired" : "expires"} ${formatDate(token.expires_on)}`}
                </p>
              </div>
              <Button aria-label={`Remove token: ${token.name}`} onClick={() => onRemove(token)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <TokenForm user={user} hasPasskeys={hasPasskeys} />
    </section>
  );
}
