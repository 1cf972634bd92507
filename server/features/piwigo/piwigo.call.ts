import type { User } from "../../../contract/auth.ts";
import { Id } from "../../../contract/text.ts";
import type { Actor } from "../../library/activity.ts";
import type { ReceivedFile } from "../uploads/uploads.service.ts";

/** A call as a client of Piwigo makes it: where its arguments are differs from client to client. */
export type PiwigoCall = {
  method: string;
  arguments: ReadonlyMap<string, string>;
  file: ReceivedFile | undefined;
  user: User | undefined;
  by: Actor;
  /** With what a browser would prove that the request is its own page's. Clients send it back. */
  proof: string;
};

/** The client gets this code with the message. */
export class PiwigoError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const textOf = (call: PiwigoCall, name: string): string | undefined =>
  call.arguments.get(name)?.trim() || undefined;

/** Of the first of these arguments that is given. */
export function numberOf(call: PiwigoCall, ...names: string[]): number | undefined {
  const text = names.map((name) => textOf(call, name)).find((value) => value !== undefined);
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new PiwigoError(1003, `${names[0]} must be a number`);
}

/** Ids as "1,2", "1;2" or, with ranks, "1,5;2,6", where only the first of each pair is an id. */
export function idsOf(text: string | undefined): number[] {
  const parts = splitList(text, text?.includes(";") ? ";" : ",");
  return parts.map((part) => Number.parseInt(part, 10)).filter((id) => Id.safeParse(id).success);
}

/** Each costs a statement, and a body may have a million. */
const LISTED_MAX = 1_000;

export function splitList(text: string | undefined, separator: string | RegExp): string[] {
  const parts = (text ?? "").split(separator, LISTED_MAX + 1);
  if (parts.length > LISTED_MAX) throw new PiwigoError(1003, `Send at most ${LISTED_MAX} at once`);
  return parts.map((part) => part.trim()).filter(Boolean);
}
