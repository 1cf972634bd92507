const STORAGE_KEY = "admin_panel_folded";

/** How someone likes their screen belongs to the browser, not to an address. */
export const isPanelFolded = () => localStorage.getItem(STORAGE_KEY) === "1";
export const rememberPanelFolded = (isFolded: boolean) => localStorage.setItem(STORAGE_KEY, isFolded ? "1" : "0");
