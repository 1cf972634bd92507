import type { ShownLine, ShownPhoto } from "../../contract/pages.ts";
import type { PausePanel, TextPanel } from "../../contract/sequences.ts";

/** Photos side by side. `first` is the place of the first one in the album. */
export type PhotoPanel = { kind: "photos"; photos: ShownPhoto[]; first: number; gap: 0 | 10 };
export type ShownPanel = PhotoPanel | PausePanel | TextPanel;

/** The line of an album with its photos. Without a line, each of them is a panel. */
export function panelsOf(photos: ShownPhoto[], line: ShownLine): ShownPanel[] {
  if (!line) return photos.map((photo, first) => ({ kind: "photos", photos: [photo], first, gap: 10 }));
  let next = 0;
  return line.map((panel) => {
    if (panel.kind !== "photos") return panel;
    const first = next;
    next += panel.photo_ids.length;
    return { kind: "photos", photos: photos.slice(first, next), first, gap: panel.gap };
  });
}
