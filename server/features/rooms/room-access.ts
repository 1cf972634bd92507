import { randomBytes } from "node:crypto";
import { DELIVERIES, type DeliverySize, type RoomDownload } from "../../../contract/limits.ts";
import { paths } from "../../../contract/paths.ts";
import type { RoomRow, RoomVoiceRow } from "../../db/room-table.ts";
import type { Deps } from "../../deps.ts";
import { wrongPassword } from "../../errors.ts";
import { assertHashCapacity, passwordMatches } from "../auth/password.ts";
import { hashSecret } from "../auth/secrets.ts";
import { admitGuess, forgetGuesses, recordWrongPassword } from "./room-guesses.ts";
import * as queries from "./rooms.queries.ts";

/** 192 random bits. */
const TOKEN_BYTES = 24;
const GRANT_DAYS = 30;
const DAY_SECONDS = 24 * 60 * 60;

/** An open room, and the link that its visitor came by. `voice`: for whom this visitor marks photos. */
export type Visit = { room: RoomRow; token: string; voice?: RoomVoiceRow | undefined };

export const newToken = () => randomBytes(TOKEN_BYTES).toString("base64url");
export const newEpoch = () => randomBytes(16).toString("base64url");
export const hashToken = hashSecret;

/** Undefined for an unknown, an expired and a closed room alike. */
export async function findVisit({ db, now }: Deps, token: string): Promise<Visit | undefined> {
  const room = await queries.findOpenRoom(db, hashToken(token), now().toISOString());
  return room && { room, token };
}

export function mayEnter(deps: Deps, room: RoomRow, grant: string | undefined): boolean {
  if (room.password_hash === null) return true;
  const [expires = "", signature = ""] = grant?.split(".") ?? [];
  if (Number(expires) * 1000 <= deps.now().getTime()) return false;
  return deps.sealing.isSigned(grantText(room, expires), signature);
}

/** Returns the grant for a cookie. Throws for a wrong password, and when there were too many of them. */
export async function unlock(deps: Deps, { room }: Visit, password: string, address: string): Promise<Grant> {
  if (room.password_hash === null) return makeGrant(deps, room);
  assertHashCapacity();
  await admitGuess(deps, room.id, address);
  if (!(await passwordMatches(password, room.password_hash))) {
    await recordWrongPassword(deps, room, address);
    throw wrongPassword();
  }
  // Only guesses count: the guests of a wedding may all come in the same quarter of an hour.
  await forgetGuesses(deps, room.id, address);
  return makeGrant(deps, room);
}

export type Grant = { value: string; maxAgeSeconds: number };

function makeGrant(deps: Deps, room: RoomRow): Grant {
  const maxAgeSeconds = GRANT_DAYS * DAY_SECONDS;
  const expires = String(Math.floor(deps.now().getTime() / 1000) + maxAgeSeconds);
  return { value: `${expires}.${deps.sealing.sign(grantText(room, expires))}`, maxAgeSeconds };
}

const grantText = ({ id, epoch }: RoomRow, expires: string) => `grant ${id} ${epoch} ${expires}`;

/** Where the room's pictures are: URLs of its own, which end with a new password. */
export const picturesBase = (deps: Deps, { room, token }: Visit) => paths.roomPictures(token, pictureStamp(deps, room));

export function isPictureStamp(deps: Deps, room: RoomRow, stamp: string): boolean {
  return stamp === pictureStamp(deps, room);
}

const STAMP_CHARS = 16;

/** No secret: the token and the grant are the permission. It only makes old URLs invalid. */
const pictureStamp = ({ sealing }: Deps, { id, epoch }: RoomRow) =>
  sealing.sign(`pictures ${id} ${epoch}`).slice(0, STAMP_CHARS);

export const offers = ({ download }: { download: RoomDownload }, size: DeliverySize) =>
  DELIVERIES[download].includes(size);
