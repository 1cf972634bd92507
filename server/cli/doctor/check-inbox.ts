import { findProblems, findRefused } from "../../features/inbox/inbox.problems.ts";
import type { Finding } from "./findings.ts";

/** Photos that someone put there and that visitors do not see. Without INBOX_DIR there is nothing to look at. */
export async function* findInboxProblems(inbox: string | undefined): AsyncGenerator<Finding> {
  if (inbox === undefined) return;
  for await (const found of findProblems(inbox)) yield { kind: "inbox-unusable", ...found };
  for await (const found of findRefused(inbox)) yield { kind: "inbox-refused", ...found };
}
