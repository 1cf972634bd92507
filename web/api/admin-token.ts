import { ADMIN_TOKEN_KEY } from "../../contract/limits.ts";

/** Read afresh each time: another tab may have signed in or out meanwhile. */
export const adminToken = {
  read: () => localStorage.getItem(ADMIN_TOKEN_KEY),
  store: (token: string) => localStorage.setItem(ADMIN_TOKEN_KEY, token),
  remove: () => localStorage.removeItem(ADMIN_TOKEN_KEY),
};
