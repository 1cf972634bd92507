import { paths } from "../../../contract/paths.ts";
import { mailbox } from "../../library/outbox.ts";
import * as queries from "./rooms.queries.ts";

/** Without the room's link, which would let every mail server on the way into the room. */
export const selectionMail = mailbox({
  table: "room",
  findDue: queries.findDueSelections,
  compose: async ({ db, site, config }, { id, title, sent_name, sent_email, sent_message }) => {
    const { name: siteName } = site.current();
    const count = await queries.countPicks(db, id);
    return {
      reply_to: sent_email ? { name: sent_name, address: sent_email } : undefined,
      subject: `${siteName}: selection from ${sent_name}`,
      text: [
        `${sent_name} chose ${count} ${count === 1 ? "photo" : "photos"} in "${title}".`,
        ...(sent_message ? [sent_message] : []),
        config.publicUrl === undefined
          ? `To see it, sign in to your site and open "${title}" under Viewing rooms.`
          : `To see it, open ${config.publicUrl}${paths.admin.room(id)}`,
        `-- \n${sent_name}${sent_email ? ` <${sent_email}>. To respond, reply to this email.` : ", without an email address."}\n`,
      ].join("\n\n"),
    };
  },
});
