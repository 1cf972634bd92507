import { ADMIN_TOKEN_KEY } from "../../contract/limits.ts";

/** Read from storage every time: another tab may have signed in or out. */
export const adminToken = {
  read: () => localStorage.getItem(ADMIN_TOKEN_KEY),
  store: (token: string) => localStorage.setItem(ADMIN_TOKEN_KEY, token),
  remove: () => localStorage.removeItem(ADMIN_TOKEN_KEY),
};
