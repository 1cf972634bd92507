const STORAGE_KEY = "admin_folded_categories";

/** Keys of the categories whose albums the sidebar does not list. A preference of this browser. */
export const foldedCategories = (): string[] => localStorage.getItem(STORAGE_KEY)?.split(" ") ?? [];
export const rememberFoldedCategories = (keys: string[]) => localStorage.setItem(STORAGE_KEY, keys.join(" "));
