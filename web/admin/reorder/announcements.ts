import type { Announcements, UniqueIdentifier } from "@dnd-kit/core";

export const REORDER_INSTRUCTIONS =
  "To move it, press Space, then the arrow keys. Space again drops it, Escape puts it back.";

type Announced<Id extends number> = {
  ids: readonly Id[];
  titleOf: (id: Id) => string;
  dropTargetAnnouncement: string | undefined;
};

/** What a screen reader says while something is being moved. */
export function announcementsFor<Id extends number>(announced: Announced<Id>): Announcements {
  const { titleOf, dropTargetAnnouncement } = announced;
  const ids: readonly UniqueIdentifier[] = announced.ids;
  const place = (id: UniqueIdentifier) => ids.indexOf(id) + 1;
  const position = (id: UniqueIdentifier) => `position ${place(id)} of ${ids.length}`;
  const title = (id: UniqueIdentifier) => {
    const known = announced.ids[place(id) - 1];
    return known === undefined ? "" : titleOf(known);
  };

  return {
    onDragStart: ({ active }) => `Picked up ${title(active.id)}, ${position(active.id)}.`,
    onDragOver({ active, over }) {
      if (!over) return `${title(active.id)} is over no place.`;
      if (place(over.id) === 0) return dropTargetAnnouncement;
      return `${title(active.id)}, ${position(over.id)}.`;
    },
    onDragEnd({ active, over }) {
      // Dropped on the target, a question follows, and that is read out itself.
      if (over && place(over.id) === 0) return undefined;
      return `Dropped ${title(active.id)} at ${position(over?.id ?? active.id)}.`;
    },
    onDragCancel: ({ active }) => `${title(active.id)} was put back to ${position(active.id)}.`,
  };
}
