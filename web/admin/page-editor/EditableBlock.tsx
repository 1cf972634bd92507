import { type KeyboardEvent, useEffect, useRef } from "react";
import type { Block } from "../../../contract/written-pages.ts";
import { BlockView } from "../../gallery/written/Blocks.tsx";
import { EntriesFields, HeadingFields, QuoteFields, TextFields } from "./BlockFields.tsx";
import { BLOCK_NAMES } from "./content.ts";
import { PhotoBlock } from "./PhotoBlock.tsx";
import { useBlockDrag } from "./use-block-drag.ts";

type EditableBlockProps = {
  block: Block;
  index: number;
  count: number;
  isLead: boolean;
  isOpen: boolean;
  onOpen: () => void;
  /** `toBlock`: the keyboard stays at the block. */
  onClose: (options?: { toBlock: boolean }) => void;
  onChange: (block: Block, field?: string) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  onReplace: () => void;
  /** Opens the list of blocks: in place of this one if it is empty, else after it. */
  onAdd: () => void;
};

/** A block as visitors see it, and its fields while it is open. */
export function EditableBlock(props: EditableBlockProps) {
  const { block, index, count, isLead, isOpen, onOpen, onClose, onMove, onRemove, onAdd, onReplace, onChange } = props;
  const element = useRef<HTMLElement>(null);
  const handle = useBlockDrag(index, onMove);
  /** Which entry of a list was clicked. */
  const clicked = useRef(-1);

  useEffect(() => {
    const entry = element.current?.querySelectorAll(".editor-entry")[clicked.current];
    const field = isOpen
      ? (entry ?? element.current)?.querySelector<HTMLElement>(entry ? "input" : "[data-first]")
      : null;
    clicked.current = -1;
    field?.focus();
    if (field instanceof (field?.ownerDocument.defaultView?.HTMLTextAreaElement ?? HTMLTextAreaElement)) {
      field.setSelectionRange(field.value.length, field.value.length);
    }
  }, [isOpen]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const isField = target.matches("input, textarea");
    const isBlock = target === element.current;
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      const to = index + (event.key === "ArrowUp" ? -1 : 1);
      if (to >= 0 && to < count) onMove(to);
    } else if (event.key === "Escape" && !isBlock) onClose({ toBlock: true });
    else if (event.key === "/" && (isBlock || (isField && isEmpty(block)))) onAdd();
    else if (isBlock && event.key === "Enter") onOpen();
    else if (isBlock && (event.key === "Delete" || event.key === "Backspace")) onRemove();
    else if (isBlock && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      const blocks = [...event.currentTarget.ownerDocument.querySelectorAll<HTMLElement>(".editor-block")];
      blocks[blocks.indexOf(event.currentTarget) + (event.key === "ArrowUp" ? -1 : 1)]?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <section
      ref={element}
      className="editor-block"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard goes from block to block
      tabIndex={0}
      data-index={index}
      aria-label={`${BLOCK_NAMES[block.kind]}, block ${index + 1} of ${count}`}
      aria-keyshortcuts="Enter / Alt+ArrowUp Alt+ArrowDown Delete"
      onKeyDown={onKeyDown}
      onClick={({ target }) => {
        if ((target as Element).closest("button, input, textarea")) return;
        if ((block.kind === "photos" || block.kind === "album") && (target as Element).closest("a")) onReplace();
        else {
          const entry = (target as Element).closest("li");
          clicked.current = entry ? [...(entry.parentElement?.children ?? [])].indexOf(entry) : -1;
          onOpen();
        }
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (isOpen && relatedTarget && !currentTarget.contains(relatedTarget)) onClose();
      }}
    >
      <BlockContent {...{ block, isOpen, isLead, onChange, onReplace }} />
      <div className="editor-bar" role="toolbar" aria-label={`${BLOCK_NAMES[block.kind]}, block ${index + 1}`}>
        <button type="button" tabIndex={-1} className="editor-handle" aria-label="Drag to move" {...handle}>
          ⠿
        </button>
        <button type="button" aria-label="Move up" disabled={index === 0} onClick={() => onMove(index - 1)}>
          ↑
        </button>
        <button type="button" aria-label="Move down" disabled={index === count - 1} onClick={() => onMove(index + 1)}>
          ↓
        </button>
        {block.kind === "photos" && (
          <button type="button" onClick={onOpen}>
            Caption
          </button>
        )}
        <button type="button" aria-label="Remove block" onClick={onRemove}>
          ×
        </button>
      </div>
    </section>
  );
}

type ContentProps = Pick<EditableBlockProps, "block" | "isOpen" | "isLead" | "onChange" | "onReplace">;

function BlockContent({ block, isOpen, isLead, onChange, onReplace }: ContentProps) {
  if (block.kind === "photos" || block.kind === "album") {
    return <PhotoBlock {...{ block, isOpen, isLead, onChange, onReplace }} />;
  }
  if (!isOpen && !isEmpty(block)) return <BlockView block={block} />;
  switch (block.kind) {
    case "heading":
      return <HeadingFields block={block} onChange={onChange} />;
    case "text":
      return <TextFields block={block} onChange={onChange} />;
    case "quote":
      return <QuoteFields block={block} onChange={onChange} />;
    case "entries":
      return <EntriesFields block={block} onChange={onChange} />;
  }
}

/** Such a block would be nothing to see, or to click. */
export function isEmpty(block: Block): boolean {
  if (block.kind === "heading" || block.kind === "text") return block.text === "";
  if (block.kind === "quote") return block.text === "" && block.by === "";
  return block.kind === "entries" && block.entries.every((entry) => Object.values(entry).every((part) => !part));
}
