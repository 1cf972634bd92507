import type { SessionEntry } from "../../../contract/account.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { formatDate, formatDateTime } from "../../ui/format-date.ts";
import { useEndSession } from "../actions/account.ts";
import styles from "./Account.module.css";
import { describeAgent } from "./describe-agent.ts";

export function SessionList({ sessions }: { sessions: SessionEntry[] }) {
  const end = useEndSession();
  const confirm = useConfirm();

  const onEndOthers = async () => {
    const isSure = await confirm({
      title: "End all other sessions",
      question: "Every other device is signed out. Unsaved work there is lost.",
      confirmLabel: "End all others",
    });
    if (isSure) end.mutate("others");
  };

  return (
    <section className={styles.card} aria-labelledby="sessions">
      <header className={styles.cardHeader}>
        <h2 id="sessions">Sessions</h2>
        {sessions.length > 1 && (
          <Button onClick={onEndOthers} disabled={end.isPending && end.variables === "others"}>
            End all others
          </Button>
        )}
      </header>
      <ul className={styles.rows}>
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <p className={styles.name}>
                {describeAgent(session.agent)}
                {session.current && <span className={styles.badge}>This session</span>}
              </p>
              <p className={styles.note} title={session.agent}>
                {session.address && `${session.address} · `}signed in {formatDate(session.created_on)}
                {session.passkey && ` with ${session.passkey}`} · last used {formatDateTime(session.last_used_on)}
              </p>
            </div>
            {!session.current && (
              <Button
                aria-label={`End session: ${describeAgent(session.agent)}, ${session.address}`}
                disabled={end.isPending && end.variables === session.id}
                onClick={() => end.mutate(session.id)}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className={styles.note}>A session ends 30 days after its last use, and 180 days after signing in.</p>
    </section>
  );
}
