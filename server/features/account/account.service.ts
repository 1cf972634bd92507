import type { changePassword, getAccount, updateAccount } from "../../../contract/account.ts";
import type { User } from "../../../contract/auth.ts";
import type { BodyOf, ResponseOf } from "../../../contract/endpoint.ts";
import { transaction } from "../../db/connect.ts";
import type { Deps } from "../../deps.ts";
import { recordAccountChange } from "../../library/account-mail.ts";
import { type Actor, recordActivity } from "../../library/activity.ts";
import { changeAdmin, replacePassword, requirePassword } from "../auth/auth.service.ts";
import { listPasskeys } from "../auth/passkeys.service.ts";
import * as sessions from "../auth/sessions.ts";
import { listTokens } from "../auth/tokens.service.ts";

export async function readAccount(deps: Deps, session: sessions.Session): Promise<ResponseOf<typeof getAccount>> {
  return {
    user: session.user,
    sessions: await sessions.listSessions(deps, session),
    passkeys: await listPasskeys(deps, session),
    tokens: await listTokens(deps, session.user),
  };
}

export async function updateAccountOf(
  deps: Deps,
  { user }: sessions.Session,
  change: Pick<BodyOf<typeof updateAccount>, "name" | "email">,
  by: Actor,
): Promise<User> {
  return transaction(deps.db, async (trx) => {
    const changed = await changeAdmin(trx, user, change);
    if (changed.name !== user.name)
      await recordActivity({ db: trx, now: deps.now }, { action: "admin-name-set", ...by });
    if (changed.email !== user.email) {
      const detail = { before: user.email };
      const event = { action: "admin-email-set", ...by, actor: changed.email, detail } as const;
      await recordAccountChange({ ...deps, db: trx }, event);
    }
    return changed;
  });
}

/** Returns the new value of the device's cookie: every device is forgotten, and this one is known again. */
export async function changePasswordOf(
  deps: Deps,
  session: sessions.Session,
  { current_password, ...change }: BodyOf<typeof changePassword>,
  by: Actor,
): Promise<string> {
  await requirePassword(deps, session.user, current_password);
  return replacePassword(deps, session, change, by);
}

export async function endSessionOf(deps: Deps, session: sessions.Session, id: number, by: Actor): Promise<void> {
  await sessions.endSession(deps, session.user.id, id);
  await recordActivity(deps, { action: "session-ended", ...by });
}

export async function endOtherSessionsOf(deps: Deps, session: sessions.Session, by: Actor): Promise<void> {
  await transaction(deps.db, (trx) => sessions.endOtherSessions(trx, session));
  await recordActivity(deps, { action: "other-sessions-ended", ...by });
}
