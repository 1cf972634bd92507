import { announce } from "../../ui/Announcer.tsx";
import { describePlace, nameOf, nameOfMark, type PhotoOf } from "./describe-piece.ts";
import * as ops from "./line.ts";
import { newKey } from "./line-text.ts";
import type { Table } from "./table-store.ts";

/** What can be done with the piece in hand, by key, button or drag. Each says what it did, or why it did nothing. */
export function tableActions(table: Table, photoOf: PhotoOf) {
  const now = () => {
    const { line, mark } = table.read();
    const index = ops.indexOf(line, mark);
    return { line, mark, index, piece: line[index] };
  };

  const make = (line: ops.Line, mark: ops.Mark, words: string, ifNothing: string) => {
    if (line === now().line) return announce(ifNothing);
    table.change({ line, mark, words });
    announce(words);
  };

  const movedTo = (line: ops.Line, mark: ops.Mark, name: string) =>
    `${name} moved, now ${describePlace(line, ops.indexOf(line, mark), photoOf)}`;

  function hold(mark: ops.Mark) {
    table.hold(mark);
  }

  function walkTo(index: number) {
    const { line } = now();
    const piece = line[Math.max(0, Math.min(index, line.length - 1))];
    if (piece) hold(ops.markOf(piece));
  }

  function moveTo(index: number) {
    const { line, mark, piece } = now();
    if (!piece || mark === null) return;
    const moved = ops.movePiece(line, mark, index);
    make(moved, mark, movedTo(moved, mark, nameOf(piece, photoOf)), index <= 0 ? "It is the first" : "It is the last");
  }

  function drop(mark: ops.Mark, spot: ops.Spot) {
    const { line } = now();
    if (mark === "new-pause" || mark === "new-text") return add(mark === "new-pause" ? "pause" : "text", spot);
    const moved = ops.place(line, mark, spot);
    const name = nameOfMark(line, mark, photoOf);
    const words =
      "before" in spot ? movedTo(moved, mark, name) : `${name} put beside ${nameOfMark(line, spot.beside, photoOf)}`;
    make(moved, mark, words, `${name} is where it was`);
  }

  /** Behind the piece in hand, or where it was dropped. Returns its key. */
  function add(kind: "pause" | "text", spot?: ops.Spot): string {
    const { line, mark } = now();
    const key = newKey(kind);
    const piece: ops.Piece = kind === "pause" ? { kind, width: "half", key } : { kind, heading: "", body: "", key };
    const added =
      spot && "before" in spot ? line.toSpliced(spot.before, 0, piece) : ops.insertBehind(line, mark, piece);
    const words = kind === "pause" ? "Pause added" : "Text added";
    // What is typed next is part of it.
    table.change({ line: added, mark: key, words, typedIn: kind === "text" ? key : undefined });
    announce(`${words}, ${describePlace(added, ops.indexOf(added, key), photoOf)}`);
    return key;
  }

  function pair() {
    const { line, mark, index, piece } = now();
    if (mark === null || !ops.isPhotos(piece)) return announce("Only photos can be paired");
    const next = line[index + 1];
    const why = ops.isPhotos(next)
      ? "At most three photos can be together"
      : "There is no photo after it to pair it with";
    const paired = ops.pairWithNext(line, mark);
    const group = paired[index];
    const size = ops.isPhotos(group) && group.photo_ids.length === 3 ? "triptych" : "pair";
    make(paired, mark, group ? `${nameOf(group, photoOf)} are a ${size}` : "", why);
  }

  const canPair = () => {
    const { line, mark } = now();
    return mark !== null && ops.pairWithNext(line, mark) !== line;
  };

  function split() {
    const { line, mark, piece } = now();
    if (mark === null || !piece) return;
    make(ops.split(line, mark), mark, `${nameOf(piece, photoOf)} split`, "It is not a pair");
  }

  function remove() {
    const { line, index, piece } = now();
    if (!piece) return;
    if (ops.isPhotos(piece))
      return announce("Photos stay in the line. In the grid you can remove them from the album.");
    const neighbour = line[index + 1] ?? line[index - 1];
    const words = piece.kind === "pause" ? "Pause removed" : "Text removed";
    table.change({ line: ops.remove(line, piece.key), mark: neighbour ? ops.markOf(neighbour) : null, words });
    announce(words);
  }

  /** The other width of a pause, or whether the photos of a pair touch. */
  function switchWidth() {
    const { line, mark, piece } = now();
    if (mark === null || !piece) return;
    if (piece.kind === "pause") {
      const width = piece.width === "half" ? "full" : "half";
      return make(
        ops.change(line, mark, { width }),
        mark,
        `Pause, ${width === "full" ? "a full" : "half a"} screen`,
        "",
      );
    }
    if (!ops.isPhotos(piece) || piece.photo_ids.length === 1) return announce("Only pauses and pairs have a width");
    const gap = piece.gap === 0 ? 10 : 0;
    make(ops.change(line, mark, { gap }), mark, gap === 0 ? "The photos touch" : "The photos are apart", "");
  }

  function undo() {
    const words = table.undo();
    announce(words === undefined ? "Nothing to undo" : `Undone: ${words}`);
  }

  function redo() {
    const words = table.redo();
    announce(words === undefined ? "Nothing to redo" : `Redone: ${words}`);
  }

  return {
    now,
    history: () => table.read().history,
    hold,
    walkTo,
    moveTo,
    drop,
    add,
    canPair,
    pair,
    split,
    remove,
    switchWidth,
    undo,
    redo,
  };
}

export type TableActions = ReturnType<typeof tableActions>;
