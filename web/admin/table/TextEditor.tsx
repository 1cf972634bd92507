import { type KeyboardEvent, useEffect, useRef } from "react";
import { PANEL_BODY_MAX_CHARS, PANEL_HEADING_MAX_CHARS } from "../../../contract/limits.ts";
import siteType from "../../line/TextPanel.module.css";
import { Button } from "../../ui/Button.tsx";
import type { TextPiece } from "./line.ts";
import styles from "./TextEditor.module.css";

type TextEditorProps = {
  piece: TextPiece;
  /** Where the panel is in the window: the editor covers it. */
  left: number;
  onType: (words: { heading: string; body: string }) => void;
  onClose: () => void;
};

/** Over its panel, as large and in the type that visitors get. Escape and leaving it keep the text. */
export function TextEditor({ piece: { heading, body }, left, onType, onClose }: TextEditorProps) {
  const first = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    first.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onClose();
  };
  return (
    <section
      className={styles.editor}
      style={{ left }}
      aria-label="Text panel"
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) onClose();
      }}
    >
      <textarea
        ref={first}
        rows={1}
        aria-label="Heading"
        placeholder="Heading"
        className={`${siteType.heading} ${styles.heading}`}
        maxLength={PANEL_HEADING_MAX_CHARS}
        value={heading}
        // One line for visitors, however it breaks.
        onChange={({ target }) => onType({ heading: target.value.replaceAll("\n", " "), body })}
      />
      <textarea
        rows={6}
        aria-label="Text"
        placeholder="Text"
        className={`${siteType.body} ${styles.body}`}
        maxLength={PANEL_BODY_MAX_CHARS}
        value={body}
        onChange={({ target }) => onType({ heading, body: target.value })}
      />
      <p className={styles.foot}>
        <span>
          {body.length} of {PANEL_BODY_MAX_CHARS}
        </span>
        <Button onClick={onClose}>Done</Button>
      </p>
    </section>
  );
}
