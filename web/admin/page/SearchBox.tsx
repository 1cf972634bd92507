import { useEffect, useRef, useState } from "react";
import { useShortcuts } from "../../hooks/use-shortcuts.ts";
import { SearchIcon } from "../../ui/icons.tsx";
import styles from "./SearchBox.module.css";

const SEARCH_PAUSE_MS = 200;

type SearchBoxProps = { label: string; text: string; onSearch: (text: string) => void };

/** Searches once the typing pauses. */
export function SearchBox({ label, text, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<string | null>(null);
  const search = useRef(onSearch);
  const sent = useRef<string[]>([]);
  useEffect(() => {
    search.current = onSearch;
  });
  useShortcuts({ "/": () => input.current?.focus() });

  useEffect(() => {
    if (draft === null) return;
    const timer = setTimeout(() => {
      sent.current.push(draft.trim());
      search.current(draft.trim());
    }, SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);

  // What was searched for comes back a moment later, when more may have been typed, and without a space at its end. Only
  // another text takes the place of what is in the box.
  useEffect(() => {
    if (!sent.current.includes(text)) setDraft(null);
    if (sent.current.at(-1) === text) sent.current = [];
  }, [text]);

  return (
    <span className={styles.search}>
      <SearchIcon />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder="Search"
        value={draft ?? text}
        onChange={(event) => setDraft(event.target.value)}
      />
    </span>
  );
}
