import { type ComponentProps, useLayoutEffect, useRef } from "react";
import {
  BLOCK_LINE_MAX_CHARS,
  BLOCK_QUOTE_MAX_CHARS,
  BLOCK_TEXT_MAX_CHARS,
  PAGE_ENTRIES_MAX,
} from "../../../contract/limits.ts";
import type { Block, ListedEntry } from "../../../contract/written-pages.ts";
import pageStyles from "../../gallery/written/Blocks.module.css";

type FieldsProps<Kind extends Block["kind"]> = {
  block: Extract<Block, { kind: Kind }>;
  /** `field` names what is typed in: all that is typed there at a time is one change. */
  onChange: (block: Block, field?: string) => void;
};

/** A text that is typed where it is seen. */
export function Typed({
  label,
  onType,
  ...rest
}: { label: string; onType: (text: string) => void } & Omit<ComponentProps<"textarea">, "onChange">) {
  const field = useRef<HTMLTextAreaElement>(null);
  // Not every browser has `field-sizing`. The property is set by script, which the content security policy allows.
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || CSS.supports("field-sizing", "content")) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
  });
  return (
    <textarea
      {...rest}
      ref={field}
      className="editor-field"
      aria-label={label}
      rows={1}
      onChange={({ target }) => onType(target.value)}
    />
  );
}

export function HeadingFields({ block, onChange }: FieldsProps<"heading">) {
  return (
    <h2 className={pageStyles.heading}>
      <Typed
        label="Heading"
        placeholder="Heading"
        data-first
        value={block.text}
        maxLength={BLOCK_LINE_MAX_CHARS}
        onType={(text) => onChange({ ...block, text: text.replaceAll("\n", " ") }, "text")}
      />
    </h2>
  );
}

export function TextFields({ block, onChange }: FieldsProps<"text">) {
  return (
    <div className={pageStyles.text}>
      <Typed
        label="Text"
        placeholder="Write, or press / for the list of blocks"
        data-first
        value={block.text}
        maxLength={BLOCK_TEXT_MAX_CHARS}
        onType={(text) => onChange({ ...block, text }, "text")}
      />
    </div>
  );
}

export function QuoteFields({ block, onChange }: FieldsProps<"quote">) {
  return (
    <figure className={pageStyles.quote}>
      <blockquote>
        <Typed
          label="Quote"
          placeholder="Quote"
          data-first
          value={block.text}
          maxLength={BLOCK_QUOTE_MAX_CHARS}
          onType={(text) => onChange({ ...block, text }, "text")}
        />
      </blockquote>
      <figcaption>
        <Typed
          label="Who said it"
          placeholder="Who said it"
          value={block.by}
          maxLength={BLOCK_LINE_MAX_CHARS}
          onType={(by) => onChange({ ...block, by: by.replaceAll("\n", " ") }, "by")}
        />
      </figcaption>
    </figure>
  );
}

const NEW_ENTRY: ListedEntry = { year: "", title: "", place: "", note: "", url: "" };
const PARTS = [
  ["year", "Year"],
  ["title", "Title"],
  ["place", "Place"],
  ["note", "Note"],
  ["url", "Link"],
] as const;

export function EntriesFields({ block, onChange }: FieldsProps<"entries">) {
  const { entries } = block;
  const set = (index: number, change: Partial<ListedEntry>, field: string) =>
    onChange(
      { ...block, entries: entries.map((entry, at) => (at === index ? { ...entry, ...change } : entry)) },
      `${index} ${field}`,
    );
  return (
    <div className={pageStyles.entries}>
      <div className="editor-entries">
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place in the list
          <fieldset key={index} className="editor-entry" aria-label={`Entry ${index + 1}`}>
            {PARTS.map(([part, name]) => (
              <input
                key={part}
                className={part === "note" ? "is-wide" : undefined}
                aria-label={name}
                placeholder={name}
                data-first={(index === entries.length - 1 && part === "year") || undefined}
                maxLength={part === "year" ? 20 : part === "url" ? 2_000 : BLOCK_LINE_MAX_CHARS}
                value={entry[part] ?? ""}
                onChange={({ target }) => set(index, { [part]: target.value }, part)}
              />
            ))}
            <button
              type="button"
              className="editor-small"
              aria-label={`Remove entry ${index + 1}`}
              onClick={() => onChange({ ...block, entries: entries.filter((_, at) => at !== index) })}
            >
              ×
            </button>
          </fieldset>
        ))}
        <button
          type="button"
          className="editor-small"
          disabled={entries.length >= PAGE_ENTRIES_MAX}
          onClick={() => onChange({ ...block, entries: [...entries, NEW_ENTRY] })}
        >
          Add an entry
        </button>
      </div>
    </div>
  );
}

export const newEntries = (): Block => ({ kind: "entries", entries: [NEW_ENTRY] });
