import { type ReactNode, useRef } from "react";
import { useToolbarKeys } from "../../hooks/use-toolbar-keys.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { LeftIcon, RedoIcon, RightIcon, TrashIcon, UndoIcon } from "../../ui/icons.tsx";
import { isPhotos, type Piece } from "./line.ts";
import styles from "./TableToolbar.module.css";
import type { TableActions } from "./table-actions.ts";
import type { TableState } from "./table-store.ts";
import type { StartDrag } from "./use-drag.ts";

type TableToolbarProps = {
  state: TableState;
  actions: TableActions;
  onEdit: (key: string) => void;
  onMoveTo: () => void;
  onPointerDown: StartDrag;
  /** At its end. */
  children: ReactNode;
};

/** Everything that the keys do, for mouse and finger. A text or pause can also be dragged from here to its place. */
export function TableToolbar({ state, actions, onEdit, onMoveTo, onPointerDown, children }: TableToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const toolbarKeys = useToolbarKeys(bar);
  const { line } = state;
  const { past, future } = state.history;
  const { piece, index } = actions.now();
  const group = isPhotos(piece) ? piece.photo_ids.length : 0;
  const canPair = isPhotos(piece) && actions.canPair();
  return (
    <div ref={bar} className={styles.tools} role="toolbar" aria-label="Table" {...toolbarKeys}>
      <span className={styles.group}>
        <IconButton label="Undo" icon={<UndoIcon />} {...usable(past.length > 0)} onClick={actions.undo} />
        <IconButton label="Redo" icon={<RedoIcon />} {...usable(future.length > 0)} onClick={actions.redo} />
      </span>
      <span className={styles.group} onPointerDown={onPointerDown}>
        <Button
          data-piece="new-text"
          title="After the selection, or drag it (T)"
          onClick={() => onEdit(actions.add("text"))}
        >
          Text
        </Button>
        <Button
          data-piece="new-pause"
          title="After the selection, or drag it (Space)"
          onClick={() => actions.add("pause")}
        >
          Pause
        </Button>
      </span>
      <span className={styles.group}>
        <Button className={styles.pair} title="With the next one (P)" {...usable(canPair)} onClick={actions.pair}>
          {group >= 2 ? "Triptych" : "Pair"}
        </Button>
        <Button title="Into single photos (S)" {...usable(group > 1)} onClick={actions.split}>
          Split
        </Button>
      </span>
      <span className={styles.group}>
        <IconButton
          label="Move back"
          title="Move back (Shift + ←)"
          icon={<LeftIcon />}
          {...usable(index > 0)}
          onClick={() => actions.moveTo(index - 1)}
        />
        <IconButton
          label="Move on"
          title="Move on (Shift + →)"
          icon={<RightIcon />}
          {...usable(index !== -1 && index < line.length - 1)}
          onClick={() => actions.moveTo(index + 1)}
        />
        <Button title="By its number (M)" {...usable(piece !== undefined)} onClick={onMoveTo}>
          Move to…
        </Button>
      </span>
      {piece && <Own piece={piece} actions={actions} onEdit={onEdit} />}
      <span className={styles.end}>{children}</span>
    </div>
  );
}

/** What only this kind of piece has. */
function Own({ piece, actions, onEdit }: { piece: Piece } & Pick<TableToolbarProps, "actions" | "onEdit">) {
  if (isPhotos(piece)) {
    if (piece.photo_ids.length === 1) return null;
    return (
      <Button title="Enter" onClick={actions.switchWidth}>
        {piece.gap === 0 ? "Set apart" : "Close together"}
      </Button>
    );
  }
  return (
    <span className={styles.group}>
      {piece.kind === "text" ? (
        <Button title="Enter" onClick={() => onEdit(piece.key)}>
          Edit text
        </Button>
      ) : (
        <Button title="Enter" onClick={actions.switchWidth}>
          {piece.width === "half" ? "Full screen" : "Half a screen"}
        </Button>
      )}
      <IconButton label={`Remove the ${piece.kind}`} icon={<TrashIcon />} onClick={actions.remove} />
    </span>
  );
}

/** Not `disabled`: a button must keep the focus when it was pressed for the last time. */
const usable = (isUsable: boolean) => (isUsable ? {} : { "aria-disabled": true });
