import { expect, test } from "vitest";
import type { ActivityEvent } from "../../../contract/activity.ts";
import { groupEvents } from "./group-events.ts";

let id = 100;
const event = (minute: number, action: string, detail: ActivityEvent["detail"] = {}, actor = "ada"): ActivityEvent => ({
  id: id--,
  occurred_on: new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString(),
  action,
  actor,
  address: "::1",
  detail,
});
const upload = (minute: number, photos: number, album = "lisbon") =>
  event(minute, "photos-uploaded", { photos, album });
const shown = (events: ActivityEvent[]) =>
  groupEvents(events).map(({ event, times }) => [event.action, event.detail.photos ?? times]);

test("uploads that follow each other are one entry with all their photos, from the first to the last", () => {
  const groups = groupEvents([upload(9, 40), upload(5, 60), upload(1, 20)]);
  expect(groups).toMatchObject([{ event: { detail: { photos: 120 } }, first_on: upload(1, 0).occurred_on }]);
});

test("another album, person or kind, or a pause of more than an hour, begins a new entry", () => {
  expect(shown([upload(9, 1), upload(8, 2, "porto"), upload(7, 3)])).toEqual([
    ["photos-uploaded", 1],
    ["photos-uploaded", 2],
    ["photos-uploaded", 3],
  ]);
  expect(groupEvents([event(9, "sign-in"), event(8, "sign-in", {}, "eve")])).toHaveLength(2);
  expect(groupEvents([upload(75, 1), upload(9, 1)])).toHaveLength(2);
});

test("what counts nothing is counted itself, and a backup is never added to another", () => {
  expect(shown([event(9, "sign-in-failed"), event(8, "sign-in-failed"), event(7, "sign-in")])).toEqual([
    ["sign-in-failed", 2],
    ["sign-in", 1],
  ]);
  expect(groupEvents([event(9, "backup", { photos: 5 }), event(8, "backup", { photos: 6 })])).toHaveLength(2);
});
