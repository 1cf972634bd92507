/** No mail server may hold a message up for longer than this. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export type Mail = {
  from: string;
  /** It has arrived when one of them has taken it. */
  to: readonly string[];
  /** Undefined: the sender left no address. */
  reply_to: { name: string; address: string } | undefined;
  subject: string;
  text: string;
};

export type Mailer = { send(mail: Mail): Promise<void> };

/** One connection per mail: there are few, and a kept one would be dead by the next. */
export function createMailer(smtpUrl: string, timeouts = TIMEOUTS): Mailer {
  return {
    async send({ from, to, reply_to, subject, text }) {
      // Not at the start, which it would make longer: many sites send no mail.
      const { default: nodemailer } = await import("nodemailer");
      const transport = nodemailer.createTransport({
        ...timeouts,
        url: smtpUrl,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      await transport.sendMail({
        from: { name: "", address: oneLine(from) },
        to: to.map((address) => ({ name: "", address: oneLine(address) })),
        ...(reply_to && { replyTo: { name: oneLine(reply_to.name), address: oneLine(reply_to.address) } }),
        subject: oneLine(subject),
        text,
      });
    },
  };
}

/** The last line of defence: whatever a caller passes, no text can begin another header. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
