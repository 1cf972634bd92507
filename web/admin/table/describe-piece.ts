import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { photoName } from "../data/photo-name.ts";
import { isPhotos, type Line, type Mark, type Piece, photosIn } from "./line.ts";

export type PhotoOf = (id: PhotoId) => AdminPhoto | undefined;

/** Making one takes longer than all that it does here. */
const list = new Intl.ListFormat("en");

const GROUPS = ["", "", "a pair", "a triptych"];

/** The number of the first photo of each piece, counted from 1. */
export function numbersIn(line: Line): number[] {
  let next = 1;
  return line.map((piece) => {
    const number = next;
    if (isPhotos(piece)) next += piece.photo_ids.length;
    return number;
  });
}

/** As a screen reader says it, and as changes name it. */
export function nameOf(piece: Piece, photoOf: PhotoOf): string {
  if (piece.kind === "pause") return piece.width === "full" ? "Pause, a full screen" : "Pause, half a screen";
  if (piece.kind === "text") return `Text: ${piece.heading.trim() || piece.body.trim() || "empty"}`;
  return namesOf(piece.photo_ids, photoOf);
}

export function nameOfMark(line: Line, mark: Mark, photoOf: PhotoOf): string {
  if (typeof mark === "number") return namesOf([mark], photoOf);
  const piece = line.find((each) => !isPhotos(each) && each.key === mark);
  return piece ? nameOf(piece, photoOf) : "";
}

/** "Photos 3 and 4 of 18, a pair: Ash and Elm". */
export function describePiece(piece: Piece, number: number, count: number, photoOf: PhotoOf): string {
  const name = nameOf(piece, photoOf);
  if (piece.kind === "text")
    return `Text: ${piece.heading} ${piece.body || (piece.heading ? "" : "Empty text")}`.trim();
  if (piece.kind === "pause") return name;
  const { length } = piece.photo_ids;
  if (length === 1) return `Photo ${number} of ${count}, ${name}`;
  return `Photos ${number} to ${number + length - 1} of ${count}, ${GROUPS[length]}: ${name}`;
}

/** Where it is now: "between Ash and Elm". */
export function describePlace(line: Line, index: number, photoOf: PhotoOf): string {
  const [before, after] = [line[index - 1], line[index + 1]];
  if (!before) return "at the start";
  if (!after) return "at the end";
  return `between ${nameOf(before, photoOf)} and ${nameOf(after, photoOf)}`;
}

function namesOf(ids: readonly PhotoId[], photoOf: PhotoOf): string {
  const names = ids.map((id) => {
    const photo = photoOf(id);
    return photo ? photoName(photo) : "a photo";
  });
  return list.format(names);
}

export const countIn = (line: Line) => photosIn(line).length;
