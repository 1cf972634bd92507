import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export type MailServer = {
  /** For SMTP_URL. */
  url: string;
  /** What has arrived, headers and all. */
  emails: string[];
  /** While true, every recipient is refused. */
  isRefusing: boolean;
  close(): Promise<void>;
};

/** A real mail server on loopback. */
export async function startMailServer(): Promise<MailServer> {
  const emails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo: (_address, _session, done) =>
      done(mailServer.isRefusing ? Object.assign(new Error("try again later"), { responseCode: 451 }) : undefined),
    onData: (stream, _session, done) => {
      text(stream).then((mail) => {
        emails.push(mail);
        done();
      }, done);
    },
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    isRefusing: false,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}

/** Accepts connections and never says a word. */
export async function startSilentServer(): Promise<{ url: string; connections: Set<Socket>; close(): Promise<void> }> {
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket);
    socket.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    // Shorter than a test may take.
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?greetingTimeout=300`,
    connections,
    async close() {
      for (const socket of connections) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
