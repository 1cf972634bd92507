import { paths } from "../../../contract/paths.ts";
import type { RoomId } from "../../../contract/rooms.ts";
import type { Db } from "../../db/schema.ts";
import { mailbox } from "../../library/outbox.ts";
import * as marks from "./room-marks.queries.ts";
import { findRoom, findRounds } from "./rooms.queries.ts";

/** To the owner, without the room's link, which would let every mail server on the way into the room. */
export const selectionMail = mailbox({
  table: "room_selection",
  findDue: marks.findDueSelections,
  compose: async ({ db, site, config }, { id, room_id, round, title, name, email, message }) => {
    const { name: siteName } = site.current();
    return {
      reply_to: email ? { name, address: email } : undefined,
      subject: `${siteName}: selection from ${name}`,
      text: [
        await describe(db, { id, room_id, round, title, name }),
        ...(message ? [message] : []),
        config.publicUrl === undefined
          ? `To see it, sign in to your site and open "${title}" under Viewing rooms.`
          : `To see it, open ${config.publicUrl}${paths.admin.room(room_id)}`,
        `-- \n${name}${email ? ` <${email}>. To respond, reply to this email.` : ", without an email address."}\n`,
      ].join("\n\n"),
    };
  },
});

/** To someone who gave an email address here. Without the link, for the same reason: they have it. */
export const roundMail = mailbox({
  table: "room_voice",
  findDue: marks.findDueInvitations,
  compose: async ({ db, site }, { room_id, email }) => {
    const { name: siteName, email: siteEmail } = site.current();
    const room = await findRoom(db, room_id);
    if (!room) throw new Error("the room is gone");
    const message = (await findRounds(db, room_id)).at(-1)?.message;
    return {
      to: [email],
      reply_to: siteEmail ? { name: siteName, address: siteEmail } : undefined,
      subject: `${siteName}: "${room.title}", round ${room.round}`,
      text: [
        `${siteName} has prepared round ${room.round} of "${room.title}" for you.`,
        ...(message ? [message] : []),
        "To see it, open the link that you were given.",
        `-- \nYou get this email because you left your address in this gallery.\n`,
      ].join("\n\n"),
    };
  },
});

type Sent = { id: number; room_id: RoomId; round: number; title: string; name: string };

/** In a round after the first, clients answer: a heart is of no account there. */
async function describe(db: Db, { id, room_id, round, title, name }: Sent): Promise<string> {
  if (round === 1)
    return `${name} chose ${photos(await marks.countPicks(db, { id: room_id, round }, id))} in "${title}".`;
  const { approved, changes } = await marks.countVerdicts(db, id);
  return `${name} approved ${photos(approved)} in round ${round} of "${title}", and asked for changes to ${photos(changes)}.`;
}

const photos = (count: number) => (count === 1 ? "1 photo" : `${count} photos`);
