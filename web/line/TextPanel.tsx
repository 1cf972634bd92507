import type { TextPanel as Text } from "../../contract/sequences.ts";
import styles from "./TextPanel.module.css";

/** From here on, a text may be longer than a low screen is high. It scrolls then, and needs the focus for that. */
const LONG_TEXT_CHARS = 300;

/** A text between photographs, in the type of an album's title. */
export function TextPanel({ heading, body }: Omit<Text, "kind">) {
  const isLong = 2 * heading.length + body.length > LONG_TEXT_CHARS;
  return (
    <div className={styles.panel} data-panel tabIndex={isLong ? 0 : undefined}>
      {heading && <h2 className={styles.heading}>{heading}</h2>}
      {body && <p className={styles.body}>{body}</p>}
    </div>
  );
}
