// Not "admin_panel_folded", which closing the panel once used to set.
const STORAGE_KEY = "admin_panel_hidden";

/** A preference of this browser, so it does not belong in the URL. */
export const isPanelFolded = () => localStorage.getItem(STORAGE_KEY) === "1";
export const rememberPanelFolded = (isFolded: boolean) => localStorage.setItem(STORAGE_KEY, isFolded ? "1" : "0");
