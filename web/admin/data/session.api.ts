import { getSetup, getUser, logout, type User } from "../../../contract/auth.ts";
import { paths } from "../../../contract/paths.ts";
import { getSummary } from "../../../contract/photos.ts";
import { adminToken } from "../../api/admin-token.ts";
import { isSignedOut } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { endpointQuery } from "./endpoint-query.ts";

export const userQuery = { ...endpointQuery(getUser, ({ user }) => user), staleTime: 5 * 60_000 };
export const setupQuery = endpointQuery(getSetup);
export const summaryQuery = endpointQuery(getSummary);

export const isAdmin = (user: User) => user.is_admin || user.role === "admin";

/** Forgets the token right away. If the server cannot be reached, the token expires there on its own. */
export function endSession(): void {
  if (adminToken.read() === null) return;
  const ended = call(logout);
  adminToken.remove();
  ended.catch(() => {});
}

/** A server that cannot be asked has not refused it. */
export async function isSessionAccepted(): Promise<boolean> {
  if (adminToken.read() === null) return false;
  return call(getUser).then(
    ({ user }) => isAdmin(user),
    (error) => !isSignedOut(error),
  );
}

/** The login screen, which returns to this URL after signing in. */
export function loginPath(from: { pathname: string; search: string }): string {
  const back = from.pathname + from.search;
  return back === paths.admin.dashboard
    ? paths.admin.login
    : `${paths.admin.login}?${new URLSearchParams({ from: back })}`;
}

/** The state of the login screen: says whether a session has ended or there was none. */
export const loginState = (state: unknown) => ({ ...(state as object | null), hasEnded: adminToken.read() !== null });

export const hasSessionEnded = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "hasEnded" in state && state.hasEnded === true;

/** Always a screen of this admin area: a crafted link to the login screen must not lead elsewhere. */
export function returnPath(search: URLSearchParams): string {
  const from = search.get("from") ?? "";
  return /^\/admin([/?]|$)/.test(from) && !from.startsWith(paths.admin.login) ? from : paths.admin.dashboard;
}
