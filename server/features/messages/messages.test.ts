import { afterEach, expect, test, vi } from "vitest";
import { logout } from "../../../contract/auth.ts";
import { MAILED_MESSAGES_PER_HOUR, MESSAGES_PER_HOUR } from "../../../contract/limits.ts";
import {
  deleteMessage,
  getContactForm,
  listMessages,
  type MessageId,
  sendMessage,
  updateMessage,
} from "../../../contract/messages.ts";
import { getSummary } from "../../../contract/photos.ts";
import { updateSite } from "../../../contract/site.ts";
import { advanceIntervals, soon } from "../../../rig/server/advance-intervals.ts";
import { type OwnServer, startTestServer } from "../../../rig/server/start-test-server.ts";
import { startMailServer, startSilentServer } from "../../../rig/smtp.ts";

const HOUR_MS = 60 * 60 * 1000;
const NOTE = { name: "Jonas", email: "jonas@example.com", message: "Is the harbour print for sale?" };

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function startWithForm(env: Record<string, string> = {}): Promise<OwnServer> {
  if (env.SMTP_URL) advanceIntervals();
  const server = await startTestServer(env);
  await server.admin.call(updateSite, { body: { contact_form: true, email: "mira@example.com" } });
  return server;
}

/** A form that is old enough to be used. */
async function readyForm({ visitor, clock }: OwnServer): Promise<string> {
  const { form } = await visitor.call(getContactForm);
  clock.advanceMs(3_000);
  return form;
}

const send = async (server: OwnServer, note = NOTE) =>
  server.visitor.call(sendMessage, { body: { ...note, form: await readyForm(server) } });

const postPage = (server: OwnServer, fields: Record<string, string>) =>
  server.visitor.fetch("/contact", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
    redirect: "manual",
  });

test("while the form is off there is none, and nothing can be sent", async () => {
  const server = await startTestServer();

  expect((await server.visitor.refused(getContactForm)).status).toBe(404);
  expect((await server.visitor.refused(sendMessage, { body: { ...NOTE, form: "x" } })).status).toBe(404);
  expect((await postPage(server, NOTE)).status).toBe(404);
  expect(await (await server.visitor.fetch("/contact")).text()).not.toContain("<form");
});

test("a message is listed newest first, marked, deleted and restored", async () => {
  const server = await startWithForm();
  const { admin } = server;
  expect(await send(server)).toMatchObject({ message: "Thank you. Your message was sent." });
  await send(server, { ...NOTE, name: "Ada" });

  const { messages, unread_count } = await admin.call(listMessages);
  expect(messages).toMatchObject([
    { name: "Ada", read: false, mailed: false },
    { ...NOTE, read: false, mailed: false },
  ]);
  expect([unread_count, (await admin.call(getSummary)).unread_messages]).toEqual([2, 2]);

  const id = messages[0]?.id as MessageId;
  const { message } = await admin.call(updateMessage, { params: { id }, body: { read: true } });
  expect(message).toMatchObject({ id, read: true });
  await admin.call(deleteMessage, { params: { id } });
  expect(await admin.call(listMessages)).toMatchObject({ messages: [{ name: "Jonas" }], unread_count: 1 });
  expect((await admin.refused(updateMessage, { params: { id }, body: { read: false } })).status).toBe(404);
  expect((await admin.refused(deleteMessage, { params: { id } })).status).toBe(404);
  await admin.call(updateMessage, { params: { id }, body: { deleted: false } });
  expect((await admin.call(listMessages)).messages[0]).toMatchObject({ id, read: true });
});

test("a form works once, from 3 seconds to 24 hours after it was made, and only as it was signed", async () => {
  const server = await startWithForm();
  const { visitor, clock } = server;
  const { form } = await visitor.call(getContactForm);
  const refusal = async (form: string) => {
    const { status, body } = await visitor.refused(sendMessage, { body: { ...NOTE, form } });
    return [status, body.errors?.form?.length];
  };

  expect(await refusal(form)).toEqual([422, 1]);
  clock.advanceMs(3_000);
  const older = form.replace(/^\d+/, (madeAt) => String(Number(madeAt) - 1));
  for (const forged of ["", "x", older, `${form}x`]) expect(await refusal(forged)).toEqual([422, 1]);
  await visitor.call(sendMessage, { body: { ...NOTE, form } });
  expect(await refusal(form)).toEqual([422, 1]);

  const late = await visitor.call(getContactForm);
  clock.advanceMs(24 * HOUR_MS + 1_000);
  expect(await refusal(late.form)).toEqual([422, 1]);
});

test("a form outlives the sessions of the owner, who may sign out while a visitor writes", async () => {
  const server = await startWithForm();
  const form = await readyForm(server);

  await server.admin.call(logout);

  await server.visitor.call(sendMessage, { body: { ...NOTE, form } });
});

test("the page's form works without a script, and shows what is wrong with what was entered", async () => {
  const server = await startWithForm();
  const page = await (await server.visitor.fetch("/contact")).text();
  const form = /name="form" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const again = await (await server.visitor.fetch("/contact")).text();
  expect(again).not.toContain(form);
  server.clock.advanceMs(3_000);

  const refused = await postPage(server, { ...NOTE, email: "nobody", message: "</textarea><script>x", form });
  expect(refused.status).toBe(422);
  const html = await refused.text();
  expect(html).toContain("Enter an email address");
  expect(html).toContain("&lt;/textarea&gt;&lt;script&gt;x");
  expect(html).not.toContain("</textarea><script>x");

  const sent = await postPage(server, { ...NOTE, form });
  expect([sent.status, sent.headers.get("location")]).toEqual([303, "/contact?sent"]);
  expect(await (await server.visitor.fetch("/contact?sent")).text()).toContain("Thank you. Your message was sent.");
  expect((await server.admin.call(listMessages)).messages).toMatchObject([NOTE]);
});

test("a mistake is explained at its field, and nothing is stored", async () => {
  const server = await startWithForm();
  const form = await readyForm(server);

  const { status, body } = await server.visitor.refused(sendMessage, {
    body: { name: " ", email: "a@b, c@d", message: "", form },
  });

  expect(status).toBe(422);
  expect(body.errors).toEqual({
    name: ["Enter your name"],
    email: ["Enter an email address"],
    message: ["Write a message"],
  });
  expect((await server.admin.call(listMessages)).messages).toEqual([]);
});

test("a bot that fills in the hidden field is thanked, and its message dropped", async () => {
  const server = await startWithForm();
  const form = await readyForm(server);

  await server.visitor.call(sendMessage, { body: { ...NOTE, form, website: "https://spam.example" } });

  expect((await server.admin.call(listMessages)).messages).toEqual([]);
});

test("one network sends only so many, on either path, and others are not affected", async () => {
  const server = await startWithForm({ TRUST_PROXY: "1" });
  const form = await readyForm(server);
  const from = async (ip: string, path = "/api/v1/contact") => {
    const isPage = path === "/contact";
    const fields = { ...NOTE, form: await readyForm(server) };
    return server.visitor.fetch(path, {
      method: "POST",
      headers: {
        "content-type": isPage ? "application/x-www-form-urlencoded" : "application/json",
        "x-forwarded-for": ip,
      },
      body: isPage ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
      redirect: "manual",
    });
  };
  // What is refused for what it says does not count.
  for (let mistake = 0; mistake < 30; mistake++) {
    expect((await server.visitor.refused(sendMessage, { body: { ...NOTE, form, email: "" } })).status).toBe(422);
  }
  const statuses = [];
  for (let host = 0; host < 20; host++) {
    statuses.push((await from(`2001:db8:1:2::${host}`, host % 2 ? "/contact" : undefined)).status);
  }
  expect(statuses).toEqual(Array.from({ length: 20 }, (_, host) => (host % 2 ? 303 : 201)));

  for (const path of ["/api/v1/contact", "/contact"]) {
    const late = await from("2001:db8:1:2::99", path);
    expect([path, late.status]).toEqual([path, 429]);
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await late.text()).toContain("Too many attempts.");
  }
  expect((await from("2001:db8:1:3::1")).status).toBe(201);
  expect((await from("192.0.2.1", "/contact")).status).toBe(303);
});

test("all visitors together send only so many an hour, and a form that was used counts for nothing", async () => {
  const server = await startWithForm({ TRUST_PROXY: "1" });
  const post = async (network: number, form: string) =>
    server.visitor.fetch("/api/v1/contact", {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `203.0.${network}.1` },
      body: JSON.stringify({ ...NOTE, form }),
    });
  const forms = await Promise.all(
    Array.from({ length: MESSAGES_PER_HOUR + 1 }, () => server.visitor.call(getContactForm)),
  );
  server.clock.advanceMs(3_000);
  const [first, ...others] = forms.map(({ form }) => form);
  expect((await post(0, first ?? "")).status).toBe(201);
  for (let network = 0; network < 10; network++) expect((await post(network, first ?? "")).status).toBe(422);
  const last = others.pop() ?? "";
  for (const [network, form] of others.entries()) expect((await post(network, form)).status).toBe(201);

  const refused = await post(200, last);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({
    code: "RATE_LIMITED",
    message: "This site has received too many messages in the last hour. Please try again later.",
  });
  const { count } = await server.deps.db
    .selectFrom("message")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(MESSAGES_PER_HOUR);
  server.clock.advanceMs(HOUR_MS);
  expect((await post(200, last)).status).toBe(201);
});

test("only so many messages an hour are mailed, the others in the next hours", async () => {
  const mail = await startMailServer();
  closers.push(mail.close);
  const server = await startWithForm({ SMTP_URL: mail.url });
  const now = server.deps.now().toISOString();
  const waiting = (index: number) => ({ ...NOTE, form: `form ${index}`, received_on: now, mail_at: now });
  const all = Array.from({ length: 2 * MAILED_MESSAGES_PER_HOUR }, (_, index) => waiting(index));
  await server.deps.db.insertInto("message").values(all).execute();

  await soon(() => expect(mail.emails).toHaveLength(MAILED_MESSAGES_PER_HOUR));
  // Several looks for what is due.
  for (let look = 0; look < 5; look++) await soon(() => {});
  expect(mail.emails).toHaveLength(MAILED_MESSAGES_PER_HOUR);

  server.clock.advanceMs(HOUR_MS);
  await soon(() => expect(mail.emails).toHaveLength(all.length));
});

test("a message is mailed, and no text of it begins another header", async () => {
  const mail = await startMailServer();
  closers.push(mail.close);
  const server = await startWithForm({ SMTP_URL: mail.url });

  await send(server, { ...NOTE, name: "Jonas\r\nBcc: all@example.com", email: "jonas@example.com\r\n" });

  await soon(() => expect(mail.emails).toHaveLength(1));
  const [headers = "", body = ""] = mail.emails[0]?.split("\r\n\r\n") ?? [];
  expect(headers).toContain("To: mira@example.com");
  expect(headers).toMatch(/^Reply-To: .*Jonas Bcc: all@example\.com.* <jonas@example\.com>/m);
  expect(headers).not.toMatch(/^Bcc:/im);
  expect(body).toContain(NOTE.message);
  await soon(async () => expect((await server.admin.call(listMessages)).messages[0]?.mailed).toBe(true));
});

test("a mail server that refuses is tried again later, and nothing is lost", async () => {
  const mail = await startMailServer();
  closers.push(mail.close);
  mail.isRefusing = true;
  const server = await startWithForm({ SMTP_URL: mail.url });
  const refused = vi.spyOn(server.deps.log, "warn");
  await send(server);
  await soon(() => expect(refused).toHaveBeenCalledTimes(1));
  expect((await server.admin.call(listMessages)).messages).toMatchObject([{ mailed: false }]);

  // Again after a minute, and then only after another five.
  server.clock.advanceMs(61_000);
  await soon(() => expect(refused).toHaveBeenCalledTimes(2));
  mail.isRefusing = false;
  server.clock.advanceMs(5 * 60_000);
  await soon(() => expect(mail.emails).toHaveLength(1));
});

test("a mail server that hangs holds nothing up", async () => {
  const silent = await startSilentServer();
  closers.push(silent.close);
  const server = await startWithForm({ SMTP_URL: silent.url });
  const failed = vi.spyOn(server.deps.log, "warn");

  await send(server);
  await soon(() => expect(silent.connections.size).toBe(1));
  await send(server, { ...NOTE, name: "Ada" });

  expect((await server.admin.call(listMessages)).messages).toHaveLength(2);
  await soon(() => expect(failed).toHaveBeenCalledTimes(2));
});

test("ten thousand messages are listed page by page, quickly", async () => {
  const server = await startWithForm();
  const { admin, deps } = server;
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    ...NOTE,
    form: `form ${index}`,
    received_on: deps.now().toISOString(),
    read: (index % 100 === 0 ? 0 : 1) as 0 | 1,
  }));
  for (let start = 0; start < rows.length; start += 500) {
    await deps.db
      .insertInto("message")
      .values(rows.slice(start, start + 500))
      .execute();
  }

  const startedAt = performance.now();
  const first = await admin.call(listMessages);
  const tookMs = performance.now() - startedAt;
  const second = await admin.call(listMessages, { query: { cursor: first.next_cursor ?? "" } });

  expect([first.messages.length, first.unread_count]).toEqual([50, 100]);
  expect(second.messages[0]?.id).toBe((first.messages.at(-1)?.id ?? 0) - 1);
  // Takes a few milliseconds; reading all of them would take a hundred times as long.
  expect(tookMs).toBeLessThan(500);
});
