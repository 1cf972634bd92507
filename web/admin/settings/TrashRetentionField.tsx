import { useQuery } from "@tanstack/react-query";
import { TRASH_RETENTION_DAYS, type TrashRetentionDays } from "../../../contract/limits.ts";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { useSetRetention } from "../actions/trash-retention.ts";
import { retentionQuery } from "../data/trash-retention.api.ts";
import styles from "./Settings.module.css";

/** Off until the owner chooses otherwise: photos must not disappear by surprise. */
export function TrashRetentionField() {
  const { data: retention } = useQuery(retentionQuery);
  const set = useSetRetention();
  const confirm = useConfirm();
  if (!retention) return null;
  // The choice is shown while it is saved.
  const days = set.isPending ? set.variables : retention.days;

  async function choose(days: TrashRetentionDays) {
    const isConfirmed =
      days === 0 ||
      (await confirm({
        title: "Delete photos automatically",
        question: `Photos will be permanently deleted ${days} days after they were moved to the trash, the first of them ${days} days from now. Continue?`,
        confirmLabel: "Delete automatically",
      }));
    if (isConfirmed) set.mutate(days);
  }

  return (
    <label className={styles.choice}>
      <span>Delete photos in the trash</span>
      <select
        value={days}
        disabled={set.isPending}
        onChange={(event) => {
          const chosen = TRASH_RETENTION_DAYS.find((days) => String(days) === event.target.value);
          if (chosen !== undefined) void choose(chosen);
        }}
      >
        {TRASH_RETENTION_DAYS.map((days) => (
          <option key={days} value={days}>
            {days === 0 ? "Only when I do it" : `After ${days} days`}
          </option>
        ))}
      </select>
    </label>
  );
}
