import type { VisitorSelection } from "../../../contract/room-marks.ts";
import type { Trouble } from "./shown-selection.ts";

/** A request on a lost connection may otherwise wait for minutes. */
const TIMEOUT_MS = 15_000;

/** Why, as a whole and by field. */
export type Refusal = { message: string; errors: Partial<Record<string, string>> };

export type Reply =
  | { selection: VisitorSelection }
  /** The server has decided: asking again would change nothing. */
  | { refusal: Refusal }
  /** Nobody has decided. */
  | { trouble: Trouble };

export async function askRoom(path: string, method: string, body?: object): Promise<Reply> {
  const response = await fetch(path, {
    method,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    // A mark still arrives if the page is left now.
    keepalive: method === "PUT",
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  }).catch(() => null);
  // A proxy, or the network of a hotel, responds with HTML.
  const reply = await response?.json().catch(() => null);
  if (reply?.selection) return { selection: reply.selection };
  if (reply?.code === "NAME_REQUIRED")
    return { refusal: { message: "Reload the page to enter your name", errors: {} } };
  if (response?.status === 401) return { trouble: "locked" };
  if (!response || !reply?.code || !REFUSALS.includes(response.status)) return { trouble: "unreachable" };
  // A field may have several; the first is enough to correct it.
  const errors = Object.entries<string[]>(reply.errors ?? {}).map(([field, texts]) => [field, texts[0]]);
  return { refusal: { message: REASONS[reply.code] ?? reply.message, errors: Object.fromEntries(errors) } };
}

const REFUSALS = [403, 404, 409, 413, 422];
const REASONS: Record<string, string> = {
  NOT_FOUND: "This gallery is no longer open",
  PHOTO_NOT_FOUND: "The photo is no longer in this gallery",
};
