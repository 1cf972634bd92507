import type { VisitorSelection } from "../../../contract/room-marks.ts";
import { countOf } from "../page/count-of.ts";
import { isComment, isHeart, isSendable, type Mark } from "./unsent-marks.ts";

export type Pick = VisitorSelection["picks"][number];
/** Why marks cannot be sent at the moment. "locked": the room asks for its password again. */
export type Trouble = "unreachable" | "locked";

export type ShownSelection = VisitorSelection & {
  /** Why the last choice was not kept. */
  problem: string | null;
  /** What became of choices that could not be sent at once. */
  notice: string | null;
};

/** Why nothing can be changed any more. */
export const SENT = "This selection was sent. To change it, ask for it to be opened again";

const UNMARKED = { picked: false, comment: "", label: null, rating: 0, verdict: null, pins: [] };

/** What the server knows, with the marks that it does not have yet. */
export function withMarks(known: VisitorSelection, marks: readonly Mark[]): VisitorSelection {
  const picks = new Map(known.picks.map((pick) => [pick.photo_id, pick]));
  for (const mark of marks) {
    const { photo_id } = mark;
    const pick = picks.get(photo_id) ?? { photo_id, ...UNMARKED };
    picks.set(photo_id, { ...pick, ...(isComment(mark) ? { comment: mark.comment } : mark) });
  }
  const all = [...picks.values()];
  return { ...known, picks: all, picks_count: all.filter(({ picked }) => picked).length };
}

type Unsent = {
  marks: readonly Mark[];
  trouble: Trouble | null;
  /** There was trouble since the last change. */
  hadTrouble: boolean;
  /** They outlive the page. */
  areKept: boolean;
};

export function describeUnsent({ marks, trouble, hadTrouble, areKept }: Unsent): string | null {
  const unsent = marks.filter(isSendable);
  if (unsent.length === 0) return hadTrouble ? "Saved" : null;
  if (trouble === null) return null;
  const comments = unsent.filter(isComment).length;
  const hearts = unsent.filter(isHeart).length;
  const others = unsent.length - comments - hearts;
  const what = [
    hearts && countOf(hearts, "heart"),
    comments && countOf(comments, "comment"),
    others && countOf(others, "mark"),
  ].filter(Boolean);
  const hint = areKept ? HINTS[trouble] : ". Keep this page open";
  return `Not sent yet: ${what.join(", ")}${hint}`;
}

const HINTS = { unreachable: "", locked: ". Reload to enter the password" };
