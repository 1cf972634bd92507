import { type KeyboardEvent, useEffect, useRef } from "react";
import type { Block } from "../../../contract/written-pages.ts";
import { BLOCK_NAMES } from "./content.ts";

type BlockListProps = { onChoose: (kind: Block["kind"]) => void; onClose: () => void };

/** What can be added at a place of the page. Arrows move, Enter chooses, Escape closes. */
export function BlockList({ onChoose, onClose }: BlockListProps) {
  const list = useRef<HTMLDivElement>(null);
  const items = () => [...(list.current?.querySelectorAll("button") ?? [])];
  useEffect(() => list.current?.querySelector("button")?.focus(), []);

  const onKeyDown = (event: KeyboardEvent) => {
    const all = items();
    const at = all.findIndex((item) => item.matches(":focus"));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === "Escape") onClose();
    else if (to !== undefined) all[(to + all.length) % all.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={list}
      role="menu"
      tabIndex={-1}
      aria-label="Add a block"
      className="editor-list"
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) onClose();
      }}
    >
      {Object.entries(BLOCK_NAMES).map(([kind, name]) => (
        // The keys of this object are the kinds.
        <button key={kind} type="button" role="menuitem" onClick={() => onChoose(kind as Block["kind"])}>
          {name}
        </button>
      ))}
    </div>
  );
}
