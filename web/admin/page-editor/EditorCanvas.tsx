import { type KeyboardEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { BLOCKS_MAX, TITLE_MAX_CHARS } from "../../../contract/limits.ts";
import type { Block, WrittenPage } from "../../../contract/written-pages.ts";
import pageStyles from "../../gallery/written/Blocks.module.css";
import { formatDay } from "../../gallery/written/format-day.ts";
import { announce } from "../../ui/Announcer.tsx";
import { AlbumDialog } from "./AlbumDialog.tsx";
import { newEntries, Typed } from "./BlockFields.tsx";
import { BlockList } from "./BlockList.tsx";
import { BLOCK_NAMES, withBlock, withMoved, withNewBlock, withoutBlock } from "./content.ts";
import { EditableBlock, isEmpty } from "./EditableBlock.tsx";
import { PhotosDialog } from "./PhotosDialog.tsx";
import type { PageContentState } from "./use-page-content.ts";

type EditorCanvasProps = { page: WrittenPage; state: PageContentState };

/** `isNew`: there is no such block yet, and Cancel leaves none. */
type Choosing = { kind: "photos" | "album"; index: number; isNew: boolean };

/** The page with everything that can be changed in it. */
export function EditorCanvas({ page, state }: EditorCanvasProps) {
  const { content, change } = state;
  const { blocks } = content;
  const article = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<number | null>(null);
  const [listAt, setListAt] = useState<number | null>(null);
  const [choosing, setChoosing] = useState<Choosing | null>(null);

  const setBlocks = (next: Block[], words: string, typedIn?: string) =>
    change({ ...content, blocks: next }, words, typedIn);
  const make = (next: Block[], words: string) => {
    setBlocks(next, words);
    announce(words);
  };
  /** At once: the next key is for the block that has moved, not for the one in its place. */
  const focusBlock = (index: number) => {
    flushSync(() => {});
    const all = article.current?.querySelectorAll<HTMLElement>(".editor-block");
    (all?.[Math.min(index, all.length - 1)] ?? article.current?.querySelector<HTMLElement>(".is-last"))?.focus();
  };

  const openList = (index: number) => {
    const block = blocks[index];
    setOpen(null);
    setListAt(block && isEmpty(block) ? index : index + 1);
  };
  const closeList = () => {
    setListAt(null);
    if (listAt !== null) focusBlock(listAt);
  };
  const add = (kind: Block["kind"], index: number) => {
    setListAt(null);
    if (kind === "photos" || kind === "album") return setChoosing({ kind, index, isNew: true });
    place(newBlock(kind), index);
    setOpen(index);
  };
  /** In place of an empty block, which the list was opened in. */
  const place = (block: Block, index: number) => {
    const before = blocks[index];
    const next = before && isEmpty(before) ? withBlock(blocks, index, block) : withNewBlock(blocks, index, block);
    make(next, `${BLOCK_NAMES[block.kind]} added`);
  };
  const choose = (block: Block) => {
    if (!choosing) return;
    if (choosing.isNew) place(block, choosing.index);
    else make(withBlock(blocks, choosing.index, block), `${BLOCK_NAMES[block.kind]} changed`);
    setChoosing(null);
    focusBlock(choosing.index);
  };
  const move = (from: number, to: number) => {
    make(withMoved(blocks, from, to), `Moved to place ${to + 1} of ${blocks.length}`);
    setOpen(null);
    focusBlock(to);
  };
  const remove = (index: number) => {
    make(withoutBlock(blocks, index), "Block removed");
    setOpen(null);
    focusBlock(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "s") void state.draft.save();
    else if (key === "z" && !event.shiftKey) state.undo?.();
    else if (key === "y" || key === "z") state.redo?.();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const lead = blocks.slice(0, 2).findIndex(({ kind }) => kind === "photos");
  const chosen = choosing && !choosing.isNew ? blocks[choosing.index] : undefined;

  return (
    <article ref={article} onKeyDown={onKeyDown} onBlur={state.endTyping}>
      <header className={pageStyles.head}>
        {page.kind === "entry" && page.published_on && (
          <p className={pageStyles.date}>{formatDay(page.published_on)}</p>
        )}
        <h1 className={pageStyles.title}>
          <Typed
            label="Title"
            placeholder="Title"
            maxLength={TITLE_MAX_CHARS}
            value={content.title}
            onType={(title) => change({ ...content, title: title.replaceAll("\n", " ") }, "Title changed", "title")}
          />
        </h1>
      </header>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place on the page
        <div key={index}>
          {listAt === index ? (
            <BlockList onChoose={(kind) => add(kind, index)} onClose={closeList} />
          ) : (
            <InsertLine onOpen={() => setListAt(index)} label={`Add a block before block ${index + 1}`} />
          )}
          <EditableBlock
            block={block}
            index={index}
            count={blocks.length}
            isLead={index === lead}
            isOpen={open === index}
            onOpen={() => setOpen(index)}
            onClose={({ toBlock = false } = { toBlock: false }) => {
              setOpen(null);
              if (toBlock) focusBlock(index);
            }}
            onChange={(next, field) =>
              setBlocks(
                withBlock(blocks, index, next),
                `${BLOCK_NAMES[next.kind]} changed`,
                field && `${index} ${field}`,
              )
            }
            onMove={(to) => move(index, to)}
            onRemove={() => remove(index)}
            onReplace={() =>
              (block.kind === "photos" || block.kind === "album") &&
              setChoosing({ kind: block.kind, index, isNew: false })
            }
            onAdd={() => openList(index)}
          />
        </div>
      ))}
      {listAt === blocks.length ? (
        <BlockList onChoose={(kind) => add(kind, blocks.length)} onClose={closeList} />
      ) : (
        blocks.length < BLOCKS_MAX && <InsertLine isLast onOpen={() => setListAt(blocks.length)} label="Add a block" />
      )}
      {choosing?.kind === "photos" && (
        <PhotosDialog
          chosen={chosen?.kind === "photos" ? chosen.photo_ids : []}
          onChoose={(photo_ids) =>
            choose({ kind: "photos", photo_ids, caption: chosen?.kind === "photos" ? chosen.caption : "" })
          }
          onClose={() => {
            setChoosing(null);
            focusBlock(choosing.index);
          }}
        />
      )}
      {choosing?.kind === "album" && (
        <AlbumDialog
          onChoose={(album_id) => choose({ kind: "album", album_id })}
          onClose={() => {
            setChoosing(null);
            focusBlock(choosing.index);
          }}
        />
      )}
    </article>
  );
}

function newBlock(kind: Exclude<Block["kind"], "photos" | "album">): Block {
  switch (kind) {
    case "quote":
      return { kind, text: "", by: "" };
    case "entries":
      return newEntries();
    default:
      return { kind, text: "" };
  }
}

function InsertLine({ label, isLast = false, onOpen }: { label: string; isLast?: boolean; onOpen: () => void }) {
  return (
    <button
      type="button"
      className={isLast ? "editor-insert is-last" : "editor-insert"}
      tabIndex={isLast ? 0 : -1}
      aria-label={label}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key !== "/") return;
        event.preventDefault();
        onOpen();
      }}
    >
      <span aria-hidden="true">+</span>
    </button>
  );
}
