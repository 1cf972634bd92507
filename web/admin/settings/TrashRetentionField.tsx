import { useQuery } from "@tanstack/react-query";
import { TRASH_RETENTION_DAYS } from "../../../contract/limits.ts";
import { useSetRetention } from "../actions/trash-retention.ts";
import { retentionQuery } from "../data/trash-retention.api.ts";
import { RetentionField } from "./RetentionField.tsx";

export function TrashRetentionField() {
  const { data: retention } = useQuery(retentionQuery);
  const set = useSetRetention();
  if (!retention) return null;
  return (
    <RetentionField
      label="Delete photos in the trash"
      choices={TRASH_RETENTION_DAYS}
      // The choice is shown while it is saved.
      days={set.isPending ? set.variables : retention.days}
      isSaving={set.isPending}
      question={(days) => ({
        title: "Delete photos automatically",
        question: `Photos will be permanently deleted ${days} days after they were moved to the trash, the first of them ${days} days from now. Continue?`,
      })}
      onChoose={set.mutate}
    />
  );
}
