import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { Options } from "../../ui/Options.tsx";
import styles from "./Settings.module.css";

type RetentionFieldProps<Days extends number> = {
  label: string;
  choices: readonly Days[];
  days: Days;
  isSaving: boolean;
  /** What is about to be deleted, and when. */
  question: (days: Days) => { title: string; question: string };
  onChoose: (days: Days) => void;
};

/** After how many days something is deleted. Off until the owner chooses otherwise: nothing must disappear by surprise. */
export function RetentionField<Days extends number>(props: RetentionFieldProps<Days>) {
  const { label, choices, days, isSaving, question, onChoose } = props;
  const confirm = useConfirm();

  async function choose(days: Days) {
    if (days === 0 || (await confirm({ ...question(days), confirmLabel: "Delete automatically" }))) onChoose(days);
  }

  return (
    <label className={styles.choice}>
      <span>{label}</span>
      <select
        value={days}
        disabled={isSaving}
        onChange={(event) => {
          const chosen = choices.find((days) => String(days) === event.target.value);
          if (chosen !== undefined) void choose(chosen);
        }}
      >
        <Options entries={choices.map((days) => [days, days === 0 ? "Only when I do it" : `After ${days} days`])} />
      </select>
    </label>
  );
}
