import type { BodyOf } from "../../../contract/endpoint.ts";
import type { changeVisitorData as changeCall, VisitorData } from "../../../contract/visitor-data.ts";
import type { Deps } from "../../deps.ts";
import { type Actor, recordActivity } from "../../library/activity.ts";
import { deleteExpired, readRetention, writeRetention } from "../../library/retention.ts";
import { type Repeated, repeat } from "../../platform/repeat.ts";
import { deleteMessagesBefore } from "../messages/messages.service.ts";
import { deleteRoomsEndedBefore } from "../rooms/rooms.service.ts";

const MESSAGES = "message_retention";
const ROOMS = "room_retention";
const LOOK_EVERY_MS = 60 * 60 * 1000;
const BY_RETENTION: Actor = { actor: "visitor data retention", address: "" };

export async function readVisitorData({ db }: Pick<Deps, "db">): Promise<VisitorData> {
  return { messages: await readRetention(db, MESSAGES), rooms: await readRetention(db, ROOMS) };
}

export async function changeVisitorData(
  deps: Deps,
  { messages, rooms }: BodyOf<typeof changeCall>,
  by: Actor,
): Promise<VisitorData> {
  if (messages !== undefined) await setRetention(deps, { setting: MESSAGES, of: "messages", days: messages }, by);
  if (rooms !== undefined) await setRetention(deps, { setting: ROOMS, of: "rooms", days: rooms }, by);
  return readVisitorData(deps);
}

type Choice = { setting: string; of: "messages" | "rooms"; days: number };

async function setRetention(deps: Deps, { setting, of, days }: Choice, by: Actor): Promise<void> {
  await writeRetention(deps, setting, days);
  await recordActivity(deps, { action: "visitor-data-set", ...by, detail: { of, days } });
}

export function startVisitorDataRetention(deps: Deps): Repeated {
  const failure = "old messages and rooms could not be deleted; will retry";
  return repeat(() => deleteExpiredVisitorData(deps), { everyMs: LOOK_EVERY_MS, log: deps.log, failure });
}

export async function deleteExpiredVisitorData(deps: Deps): Promise<void> {
  await deleteExpired(deps, MESSAGES, (before, days) => deleteMessagesBefore(deps, before, { days, by: BY_RETENTION }));
  await deleteExpired(deps, ROOMS, (before) => deleteRoomsEndedBefore(deps, before, BY_RETENTION));
}
