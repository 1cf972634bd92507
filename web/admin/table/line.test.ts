import { describe, expect, test } from "vitest";
import type { PhotoId } from "../../../contract/photos.ts";
import * as ops from "./line.ts";

/** Written as "1 2+3 -a !b": a photo, a pair, a pause and a text. */
function read(line: string): ops.Line {
  return line.split(" ").map((word): ops.Piece => {
    if (word.startsWith("-")) return { kind: "pause", width: "half", key: word.slice(1) };
    if (word.startsWith("!")) return { kind: "text", heading: "", body: "Text", key: word.slice(1) };
    return { kind: "photos", photo_ids: word.split("+").map((id) => Number(id) as PhotoId), gap: 10 };
  });
}

const write = (line: ops.Line) =>
  line
    .map((piece) => {
      if (piece.kind === "photos") return piece.photo_ids.join("+");
      return `${piece.kind === "pause" ? "-" : "!"}${piece.key}`;
    })
    .join(" ");

const photo = (id: number) => id as PhotoId;
const left = (id: number) => ({ beside: photo(id), side: "left" }) as const;
const right = (id: number) => ({ beside: photo(id), side: "right" }) as const;

describe("a print", () => {
  test.each([
    ["1 2 3", 1, { before: 3 }, "2 3 1"],
    ["1 2 3", 3, { before: 0 }, "3 1 2"],
    ["1 2 3", 1, { before: 2 }, "2 1 3"],
    ["1+2 3", 1, { before: 0 }, "1 2 3"],
    ["1+2 3", 1, { before: 1 }, "2 1 3"],
    ["1+2 3", 2, { before: 2 }, "1 3 2"],
    ["1 2 3", 3, left(1), "3+1 2"],
    ["1 2 3", 3, right(1), "1+3 2"],
    ["1+2 3", 3, right(1), "1+3+2"],
    ["1+2+3 4", 3, left(1), "3+1+2 4"],
    ["1+2 3 4", 2, right(3), "1 3+2 4"],
  ])("%s: %s to %j", (before, id, spot, after) => {
    expect(write(ops.place(read(before), photo(id), spot))).toBe(after);
  });

  test.each([
    ["1 2", 1, { before: 0 }],
    ["1 2", 1, { before: 1 }],
    ["1+2+3 4", 4, right(1)],
    ["1 2", 1, right(1)],
    ["1 2", 9, { before: 0 }],
  ])("in %s, %s to %j changes nothing", (before, id, spot) => {
    const line = read(before);
    expect(ops.place(line, photo(id), spot)).toBe(line);
  });
});

test("pauses and texts move between panels and never into one", () => {
  expect(write(ops.place(read("1 -a 2 !b"), "a", { before: 4 }))).toBe("1 2 !b -a");
  expect(write(ops.place(read("1 -a 2 !b"), "b", { before: 0 }))).toBe("!b 1 -a 2");
  const line = read("1 -a");
  expect(ops.place(line, "a", left(1))).toBe(line);
});

test("a whole pair moves by a step, and stays at the ends", () => {
  expect(write(ops.movePiece(read("1+2 3 4"), photo(2), 1))).toBe("3 1+2 4");
  expect(write(ops.movePiece(read("1 2 3+4"), photo(3), 0))).toBe("3+4 1 2");
  expect(write(ops.movePiece(read("1 2"), photo(1), 9))).toBe("2 1");
  const line = read("1 2");
  expect(ops.movePiece(line, photo(1), -1)).toBe(line);
});

test("P makes a pair, then a triptych, and no more; S splits it", () => {
  const pair = ops.pairWithNext(read("1 2 3 4"), photo(1));
  expect(write(pair)).toBe("1+2 3 4");
  const triptych = ops.pairWithNext(pair, photo(2));
  expect(write(triptych)).toBe("1+2+3 4");
  expect(ops.pairWithNext(triptych, photo(1))).toBe(triptych);
  expect(write(ops.split(triptych, photo(3)))).toBe("1 2 3 4");
  const line = read("1 -a 2");
  expect(ops.pairWithNext(line, photo(1))).toBe(line);
  expect(ops.pairWithNext(line, photo(2))).toBe(line);
  expect(ops.split(line, photo(1))).toBe(line);
});

test("pauses and texts come behind the piece in hand, change and go", () => {
  const pause = { kind: "pause", width: "half", key: "p" } as const;
  const line = ops.insertBehind(read("1+2 3"), photo(1), pause);
  expect(write(line)).toBe("1+2 -p 3");
  expect(write(ops.insertBehind(read("1"), null, pause))).toBe("-p 1");
  expect(ops.change(line, "p", { width: "full" })[1]).toMatchObject({ width: "full" });
  expect(ops.change(line, "p", { width: "half" })).toBe(line);
  expect(ops.change(line, photo(2), { gap: 0 })[0]).toMatchObject({ gap: 0, photo_ids: [1, 2] });
  expect(write(ops.remove(line, "p"))).toBe("1+2 3");
});

test("a line is fitted to the photos that the album has now", () => {
  const ids = [1, 3, 4, 5].map(photo);
  expect(write(ops.fitTo(read("3+2 !a 1 2"), ids))).toBe("3 !a 1 4 5");
  const line = read("1 3+4 5");
  expect(ops.fitTo(line, ids)).toBe(line);
});

describe("every operation", () => {
  /** The same numbers on every run (mulberry32). */
  function randomNumbers(seed: number) {
    let state = seed;
    return (below: number) => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
    };
  }

  test("keeps each photo exactly once, and panels of one to three", () => {
    const all = Array.from({ length: 12 }, (_, index) => photo(index + 1));
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = randomNumbers(seed);
      let line: ops.Line = all.map(ops.single);
      for (let step = 0; step < 60; step += 1) {
        line = anyChange(line, random, `${step}`);
        expect(ops.photosIn(line).toSorted((one, other) => one - other)).toEqual(all);
        expect(line.every((piece) => piece.kind !== "photos" || [1, 2, 3].includes(piece.photo_ids.length))).toBe(true);
        expect(new Set(line.map(ops.markOf)).size).toBe(line.length);
      }
    }
  });

  function anyChange(line: ops.Line, random: (below: number) => number, key: string): ops.Line {
    const marks = line.flatMap((piece): ops.Mark[] => (ops.isPhotos(piece) ? piece.photo_ids : [piece.key]));
    const mark = marks[random(marks.length)] as ops.Mark;
    const other = photo(random(12) + 1);
    const changes = [
      () => ops.place(line, mark, { before: random(line.length + 1) }),
      () => ops.place(line, mark, random(2) === 0 ? left(other) : right(other)),
      () => ops.movePiece(line, mark, random(line.length + 2) - 1),
      () => ops.pairWithNext(line, mark),
      () => ops.split(line, mark),
      () => ops.insertBehind(line, mark, { kind: "pause", width: "full", key }),
      () => ops.insertBehind(line, mark, { kind: "text", heading: "", body: key, key }),
      () => (typeof mark === "string" ? ops.remove(line, mark) : line),
      () => ops.fitTo(line, ops.photosIn(line)),
    ];
    return (changes[random(changes.length)] as () => ops.Line)();
  }
});
