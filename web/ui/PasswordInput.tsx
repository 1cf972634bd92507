import { type ComponentProps, useEffect, useState } from "react";
import styles from "./PasswordInput.module.css";

/** A password that can be shown, to see what was typed. The button needs JavaScript, and comes with it. */
export function PasswordInput(props: Omit<ComponentProps<"input">, "type">) {
  const [isShown, setShown] = useState(false);
  const [isAwake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  return (
    <span className={styles.password}>
      <input {...props} type={isShown ? "text" : "password"} autoCapitalize="none" spellCheck={false} />
      {isAwake && (
        <button
          type="button"
          aria-label={isShown ? "Hide what you type" : "Show what you type"}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? "Hide" : "Show"}
        </button>
      )}
    </span>
  );
}
