import { mailbox } from "../../library/outbox.ts";
import * as queries from "./messages.queries.ts";

export const messageMail = mailbox({
  table: "message",
  findDue: queries.findDue,
  compose: async ({ site }, { name, email, message }) => {
    const { name: siteName } = site.current();
    return {
      reply_to: { name, address: email },
      subject: `${siteName}: message from ${name}`,
      text: `${message}\n\n-- \n${name} <${email}>, through the contact form of ${siteName}. To respond, reply to this email.\n`,
    };
  },
});
