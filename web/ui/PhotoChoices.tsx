import { type ReactNode, useId } from "react";
import styles from "./PhotoChoices.module.css";

type PhotoChoicesProps<Choice> = {
  label: string;
  choices: readonly Choice[];
  chosen: Choice | null;
  onChoose: (choice: Choice) => void;
  /** The picture of a choice. It may load later. */
  renderPicture: (choice: Choice) => ReactNode;
  /** A choice in words, before the pictures. */
  other?: { label: string; onChoose: () => void };
};

/** One photo of many, chosen by eye. */
export function PhotoChoices<Choice extends number>(props: PhotoChoicesProps<Choice>) {
  const { label, choices, chosen, onChoose, renderPicture, other } = props;
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{label}</legend>
      {other && (
        <label className={styles.other}>
          <input type="radio" name={name} checked={chosen === null} onChange={other.onChoose} />
          {other.label}
        </label>
      )}
      {choices.map((choice) => (
        <label key={choice} className={styles.choice}>
          <input type="radio" name={name} checked={chosen === choice} onChange={() => onChoose(choice)} />
          {renderPicture(choice)}
        </label>
      ))}
    </fieldset>
  );
}
