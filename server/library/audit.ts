import type { Db } from "../platform/db/schema.ts";
import { insertAudit } from "./audit.queries.ts";

export type AuditAction =
  | "sign-in"
  | "sign-in-failed"
  | "sign-out"
  | "set-up"
  | "set-up-refused"
  | "password-set"
  | "admin-email-set"
  | "photo-deleted"
  | "trash-emptied"
  | "album-deleted"
  | "batch-started"
  | "backup";

export type Actor = { actor: string; address: string };

type AuditEntry = {
  action: AuditAction;
  actor?: string | undefined;
  address?: string | undefined;
  detail?: Record<string, string | number>;
};

/** Records who did what, when and from where. Never put a secret into it. */
export async function recordAudit({ db, now }: { db: Db; now(): Date }, entry: AuditEntry): Promise<void> {
  await insertAudit(db, {
    at: now().toISOString(),
    action: entry.action,
    actor: entry.actor ?? null,
    address: entry.address ?? null,
    detail: JSON.stringify(entry.detail ?? {}),
  });
}
