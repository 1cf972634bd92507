import { expect, onTestFinished, test, vi } from "vitest";
import { changePassword, getAccount, updateAccount } from "../../../contract/account.ts";
import { listActivity } from "../../../contract/activity.ts";
import { removePasskey } from "../../../contract/passkeys.ts";
import { updateSite } from "../../../contract/site.ts";
import { addToken, removeToken } from "../../../contract/tokens.ts";
import { createAuthenticator } from "../../../rig/authenticator.ts";
import { advanceIntervals, soon } from "../../../rig/server/advance-intervals.ts";
import { runCommand } from "../../../rig/server/run-command.ts";
import { type OwnServer, startTestServer } from "../../../rig/server/start-test-server.ts";
import { ADMIN } from "../../../rig/server/template.ts";
import { startMailServer } from "../../../rig/smtp.ts";
import { registerPasskey } from "../../../rig/use-passkey.ts";

const current_password = ADMIN.password;
const NEW_PASSWORD = "another horse battery";

async function startWithMail(env: Record<string, string> = { PUBLIC_URL: "https://mira.example" }) {
  advanceIntervals();
  const mail = await startMailServer();
  onTestFinished(mail.close);
  return { ...(await startTestServer({ SMTP_URL: mail.url, ...env })), mail };
}

const addPhone = ({ admin }: Pick<OwnServer, "admin">, name = "Phone", origin = admin.url) =>
  registerPasskey({ ...admin, url: origin }, createAuthenticator(), { name, current_password });

test("the owner is told of a new and of a removed passkey: which, when and from where", async () => {
  const server = await startWithMail();
  const { admin, mail } = server;
  await addPhone(server, "Phone\r\nBcc: all@example.com", "https://mira.example");

  await soon(() => expect(mail.emails).toHaveLength(1));
  const [headers = "", body = ""] = partsOf(mail.emails[0]);
  expect(headers).toContain(`To: ${ADMIN.email}`);
  expect(headers).toMatch(/^Subject: .*a passkey was added/m);
  expect(headers).not.toMatch(/^(Bcc|Reply-To):/im);
  expect(body).toMatch(/The passkey "Phone\s+Bcc: all@example\.com" was added to your account\./);
  expect(body).toMatch(/When: \d{4}-\d\d-\d\d \d\d:\d\d UTC\r\nFrom: (127\.0\.0\.1|::1)/);
  expect(body).toContain("https://mira.example/admin/account");

  const params = { id: (await admin.call(getAccount)).passkeys[0]?.id ?? 0 };
  await admin.call(removePasskey, { params, body: { current_password } });
  await soon(() => expect(mail.emails).toHaveLength(2));
  expect(mail.emails[1]).toContain("was removed from your account");
  const { events } = await admin.call(listActivity, { query: { kind: "account" } });
  expect(events.slice(0, 2).map(({ action }) => action)).toEqual(["passkey-removed", "passkey-added"]);
});

test("the owner is told of a new and of a removed token, but not the token", async () => {
  const { admin, mail } = await startWithMail();
  const body = { name: "Lightroom", scope: "publish", current_password } as const;
  const { token, entry } = await admin.call(addToken, { body });

  await soon(() => expect(mail.emails).toHaveLength(1));
  expect(mail.emails[0]).toMatch(/^Subject: .*a token was added/m);
  const [, text = ""] = partsOf(mail.emails[0]);
  expect(text).toContain('The token "Lightroom" was added to your account. A program that has it can publish');
  expect(text).not.toContain(token);

  await admin.call(removeToken, { params: { id: entry.id } });
  await soon(() => expect(mail.emails).toHaveLength(2));
  expect(partsOf(mail.emails[1])[1]).toContain('The token "Lightroom" was removed from your account');
});

test("a new email address is told to the former one and to the site's", async () => {
  const { admin, mail } = await startWithMail();
  await admin.call(updateSite, { body: { email: "mira@example.com" } });

  await admin.call(updateAccount, { body: { email: "eve@example.org", current_password } });

  await soon(() => expect(mail.emails).toHaveLength(1));
  const [headers = "", body = ""] = partsOf(mail.emails[0]);
  expect(headers).toContain(`To: ${ADMIN.email}, mira@example.com`);
  expect(body).toContain(`was changed from ${ADMIN.email} to eve@example.org`);
});

test("a new password is told, also one that was set on the server", async () => {
  const { admin, mail, deps } = await startWithMail({});
  const password = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
  await admin.call(changePassword, { body: { current_password, ...password } });

  await soon(() => expect(mail.emails).toHaveLength(1));
  expect(mail.emails[0]).toMatch(/^Subject: .*the password was changed/m);
  expect(partsOf(mail.emails[0])[1]).toContain("sign in, open Account and change the password");

  // Commands read the settings of the service.
  const given = { input: "a third horse battery\n", env: { SMTP_URL: mail.url } };
  const set = await runCommand("set-password", deps.config, [], given);
  expect(set).toMatchObject({ code: 0 });
  await soon(() => expect(mail.emails).toHaveLength(2));
  expect(mail.emails[1]).toContain("From: the server itself");
});

test("a mail server that refuses delays the email, and the first password of a site is not mailed", async () => {
  const server = await startWithMail({ ADMIN_PASSWORD: ADMIN.password });
  const { mail, clock, deps } = server;
  mail.isRefusing = true;
  const refused = vi.spyOn(deps.log, "warn");
  await addPhone(server);
  await soon(() => expect(refused).toHaveBeenCalledTimes(1));

  mail.isRefusing = false;
  clock.advanceMs(61_000);
  await soon(() => expect(mail.emails).toHaveLength(1));
  expect(mail.emails[0]).toContain("a passkey was added");
});

test("without a mail server nothing waits to be mailed", async () => {
  const server = await startTestServer();
  await addPhone(server);

  const waiting = await server.deps.db.selectFrom("audit_log").selectAll().where("mail_at", "is not", null).execute();
  expect(waiting).toEqual([]);
});

/** Headers and body, without the line breaks of quoted-printable. */
const partsOf = (mail = "") => mail.replace(/=\r\n/g, "").split(/\r\n\r\n(.*)/s);
