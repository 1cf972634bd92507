import type { Deps } from "../deps.ts";

export type AuditAction =
  | "sign-in"
  | "sign-in-failed"
  | "sign-out"
  | "set-up"
  | "set-up-refused"
  | "password-set"
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

/** Who did what, when and from where; never a secret. */
export async function recordAudit({ db, now }: Pick<Deps, "db" | "now">, entry: AuditEntry): Promise<void> {
  await db
    .insertInto("audit_log")
    .values({
      at: now().toISOString(),
      action: entry.action,
      actor: entry.actor ?? null,
      address: entry.address ?? null,
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute();
}
