import type { Layout } from "./layout.ts";
import { change, type TextPiece } from "./line.ts";
import { TextEditor } from "./TextEditor.tsx";
import type { Table } from "./table-store.ts";
import type { Area } from "./use-drag.ts";

type TextPanelEditorProps = { table: Table; editing: string | null; area: Area; onClose: () => void };

const MARGIN_PX = 12;
const WIDTH_PX = 432;

/** The editor of one text of the line. A text that nothing was written in goes when it is left. */
export function TextPanelEditor({ table, editing, area, onClose }: TextPanelEditorProps) {
  const { line } = table.read();
  const piece = line.find((each): each is TextPiece => each.kind === "text" && each.key === editing);
  if (!piece) return null;
  const { key } = piece;
  return (
    <TextEditor
      key={key}
      piece={piece}
      left={leftOf(key, area)}
      onType={(words) =>
        table.type({
          line: change(table.read().line, key, words),
          mark: key,
          words: "Text changed",
          typedIn: key,
        })
      }
      onClose={() => {
        table.endTyping(key);
        onClose();
      }}
    />
  );
}

/** Over its panel, as far as the screen allows. */
function leftOf(key: string, { scroller, layout }: Area): number {
  const element = scroller.current;
  const placed = (layout.current satisfies Layout | null)?.placed.find(
    ({ piece }) => piece.kind === "text" && piece.key === key,
  );
  if (!element || !placed) return MARGIN_PX;
  const middle = placed.x + placed.width / 2 - element.scrollLeft;
  return Math.max(MARGIN_PX, Math.min(middle - WIDTH_PX / 2, element.clientWidth - WIDTH_PX - MARGIN_PX));
}
