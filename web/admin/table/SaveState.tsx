import { useEffect, useRef } from "react";
import { announce } from "../../ui/Announcer.tsx";
import { Button } from "../../ui/Button.tsx";
import { CheckIcon, WarningIcon } from "../../ui/icons.tsx";
import styles from "./SaveState.module.css";
import type { TableState } from "./table-store.ts";

const WORDS = {
  idle: "",
  saving: "Saving...",
  saved: "Saved",
  unsaved: "Not saved. The line is kept in this browser.",
  changed: "Not saved",
};

export function SaveState({ state: { state, reason }, onRetry }: { state: TableState; onRetry: () => void }) {
  const before = useRef(state);
  useEffect(() => {
    const isNew = before.current !== state;
    before.current = state;
    if (isNew && state === "unsaved") announce(`Not saved: ${reason ?? ""}`, { isUrgent: true });
  }, [state, reason]);
  const isUnsaved = state === "unsaved";
  return (
    <span className={`${styles.state} ${isUnsaved ? styles.unsaved : ""}`} data-state={state}>
      {state === "saved" && <CheckIcon />}
      {isUnsaved && <WarningIcon />}
      <span title={isUnsaved ? reason : undefined}>{WORDS[state]}</span>
      {isUnsaved && <Button onClick={onRetry}>Retry</Button>}
    </span>
  );
}
