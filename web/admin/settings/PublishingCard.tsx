import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { Button } from "../../ui/Button.tsx";
import { formatDateTime } from "../../ui/format-date.ts";
import { WarningIcon } from "../../ui/icons.tsx";
import { useLightroomPlugin } from "../actions/publishing.ts";
import { describeEvent } from "../activity/describe-event.ts";
import { inboxQuery } from "../data/inbox.api.ts";
import own from "./PublishingCard.module.css";
import styles from "./Settings.module.css";

/** How other programs bring photos here, and what came by the inbox. */
export function PublishingCard() {
  const { data: inbox } = useQuery(inboxQuery);
  const plugin = useLightroomPlugin();
  if (!inbox) return null;
  return (
    <div className={styles.card}>
      <div className={styles.download}>
        <Button onClick={() => plugin.mutate()} disabled={plugin.isPending}>
          Lightroom plug-in
        </Button>
        <p>
          Publishes collections of Lightroom Classic as albums. It asks for a token, which you make under{" "}
          <Link to={paths.admin.account}>Account</Link>.
        </p>
      </div>
      <div className={own.inbox}>
        <h3 className={own.heading}>Inbox</h3>
        {inbox.folder === null ? (
          <p>
            Photos that a program puts into a folder on the server can be added to albums. The person who runs the
            server chooses the folder with INBOX_DIR.
          </p>
        ) : (
          <p>
            Photos put into a folder of <code>{inbox.folder}</code> are added to the album of the same name.
          </p>
        )}
        {inbox.problem && (
          <div className={`${styles.banner} ${styles.warning}`}>
            <WarningIcon />
            <p>{inbox.problem} Photos wait until it is fixed.</p>
          </div>
        )}
        {inbox.events.length > 0 && (
          <ul className={own.events}>
            {inbox.events.map((event) => (
              <li key={event.id}>
                {describeEvent(event)} <span className={own.when}>{formatDateTime(event.occurred_on)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
