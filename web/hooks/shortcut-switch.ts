const STORAGE_KEY = "admin_shortcuts";

/** A preference of this browser. Read on every key, so that a change in another tab counts too. */
export const areShortcutsOn = () => localStorage.getItem(STORAGE_KEY) !== "off";
export const rememberShortcutsOn = (isOn: boolean) => localStorage.setItem(STORAGE_KEY, isOn ? "on" : "off");
