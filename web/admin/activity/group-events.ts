import type { ActivityEvent } from "../../../contract/activity.ts";

/** Events of the same kind that followed each other, with their counts added up. */
export type EventGroup = {
  /** The latest of them. */
  event: ActivityEvent;
  /** How often it happened, where there is nothing to add up. */
  times: number;
  first_on: string;
};

/** What these count, in all their events together. */
const COUNTED: Record<string, readonly string[]> = {
  "photos-uploaded": ["photos", "failed"],
  "visibility-changed": ["photos"],
  "photos-trashed": ["photos"],
  "photos-restored": ["photos"],
  "photo-deleted": ["deleted_count"],
};
const PAUSE_MAX_MS = 60 * 60_000;

/** `events` with the newest first, as the list has them. */
export function groupEvents(events: readonly ActivityEvent[]): EventGroup[] {
  const groups: EventGroup[] = [];
  for (const event of events) {
    const group = groups.at(-1);
    if (group && isOneMore(group, event)) addTo(group, event);
    else groups.push({ event, times: 1, first_on: event.occurred_on });
  }
  return groups;
}

function isOneMore({ event, first_on }: EventGroup, earlier: ActivityEvent): boolean {
  const pauseMs = Date.parse(first_on) - Date.parse(earlier.occurred_on);
  return pauseMs <= PAUSE_MAX_MS && sameness(event) === sameness(earlier);
}

function sameness({ action, actor, address, detail }: ActivityEvent): string {
  const counted = COUNTED[action] ?? [];
  const rest = Object.entries(detail).filter(([name]) => !counted.includes(name));
  // One that counts nothing, such as the visibility of an album, is no part of a sum.
  const isSum = counted.some((name) => name in detail);
  return JSON.stringify([action, actor, address, isSum, rest.sort()]);
}

function addTo(group: EventGroup, earlier: ActivityEvent): void {
  const counted = (COUNTED[earlier.action] ?? []).filter(
    (name) => name in earlier.detail || name in group.event.detail,
  );
  const sums = counted.map((name) => [name, Number(group.event.detail[name] ?? 0) + Number(earlier.detail[name] ?? 0)]);
  group.first_on = earlier.occurred_on;
  if (counted.length === 0) group.times += 1;
  else group.event = { ...group.event, detail: { ...group.event.detail, ...Object.fromEntries(sums) } };
}
