/** Where keys act on the selected photos: in a grid and in the toolbar of its selection. Elsewhere they would surprise. */
export const PHOTO_KEYS = "[data-photo-keys]";

/** Where the focus goes when a tile or the toolbar disappears under it. */
export const CURRENT_TILE = '[role="listbox"] [tabindex="0"]';
