import { useQuery } from "@tanstack/react-query";
import { VISITOR_DATA_DAYS } from "../../../contract/limits.ts";
import { useChangeVisitorData } from "../actions/visitor-data.ts";
import { visitorDataQuery } from "../data/visitor-data.api.ts";
import { RetentionField } from "./RetentionField.tsx";
import styles from "./Settings.module.css";

/** How long what visitors wrote about themselves is kept. */
export function VisitorDataCard() {
  const { data } = useQuery(visitorDataQuery);
  const change = useChangeVisitorData();
  if (!data) return null;
  const saving = change.isPending ? change.variables : undefined;
  return (
    <div className={styles.card}>
      <RetentionField
        label="Delete messages"
        choices={VISITOR_DATA_DAYS}
        // The choice is shown while it is saved.
        days={saving?.messages ?? data.messages.days}
        isSaving={change.isPending}
        question={(days) => ({
          title: "Delete messages automatically",
          question: `Messages will be permanently deleted ${days} days after they arrived, read or not, the first of them ${days} days from now. Continue?`,
        })}
        onChoose={(messages) => change.mutate({ messages })}
      />
      <RetentionField
        label="Delete viewing rooms that have ended"
        choices={VISITOR_DATA_DAYS}
        days={saving?.rooms ?? data.rooms.days}
        isSaving={change.isPending}
        question={(days) => ({
          title: "Delete viewing rooms automatically",
          question: `Viewing rooms will be permanently deleted ${days} days after their last day or after you closed them, with everything that clients chose and wrote there, the first of them ${days} days from now. Their photos stay. Continue?`,
        })}
        onChoose={(rooms) => change.mutate({ rooms })}
      />
      <p>
        A room without a last day stays until you close it. What is deleted here is still in your backups, until those
        are deleted.
      </p>
    </div>
  );
}
