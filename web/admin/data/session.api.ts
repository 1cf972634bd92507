import { queryOptions } from "@tanstack/react-query";
import { getSetup, getUser, type User } from "../../../contract/auth.ts";
import { getSummary } from "../../../contract/photos.ts";
import { call } from "../../api/call.ts";
import { paths } from "../../paths.ts";

export const userQuery = queryOptions({
  queryKey: ["user"],
  queryFn: async ({ signal }) => (await call(getUser, { signal })).user,
  staleTime: 5 * 60_000,
});

export const setupQuery = queryOptions({
  queryKey: ["setup"],
  queryFn: ({ signal }) => call(getSetup, { signal }),
});

export const summaryQuery = queryOptions({
  queryKey: ["summary"],
  queryFn: ({ signal }) => call(getSummary, { signal }),
});

export const isAdmin = (user: User) => user.is_admin || user.role === "admin";

/** The login screen, which leads back to where one was. */
export function loginPath(from: { pathname: string; search: string }): string {
  const back = from.pathname + from.search;
  return back === paths.admin.dashboard
    ? paths.admin.login
    : `${paths.admin.login}?${new URLSearchParams({ from: back })}`;
}

/** Only ever a screen of this admin area, whatever a link to the login screen says. */
export function returnPath(search: URLSearchParams): string {
  const from = search.get("from") ?? "";
  return /^\/admin([/?]|$)/.test(from) && !from.startsWith(paths.admin.login) ? from : paths.admin.dashboard;
}
