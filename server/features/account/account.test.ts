import { expect, test } from "vitest";
import { changePassword, endOtherSessions, endSession, getAccount, updateAccount } from "../../../contract/account.ts";
import { getUser, login, register } from "../../../contract/auth.ts";
import { updatePhoto } from "../../../contract/photos.ts";
import { createClient } from "../../../rig/client.ts";
import { runCommand } from "../../../rig/server/run-command.ts";
import { startTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";
import { ADMIN } from "../../../rig/server/template.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const NEW_PASSWORD = "another horse battery";
const newPassword = {
  current_password: ADMIN.password,
  password: NEW_PASSWORD,
  password_confirmation: NEW_PASSWORD,
};

test("the account lists where it is signed in: device, address and times", async () => {
  const server = await startTestServer({ TRUST_PROXY: "1" });
  const phone = await signInFrom(server, { "user-agent": "Phone/1.0", "x-forwarded-for": "203.0.113.7" });

  const { user, sessions } = await phone.call(getAccount);

  expect(user).toMatchObject({ email: ADMIN.email, is_admin: true });
  expect(sessions).toHaveLength(2);
  expect(sessions.filter(({ current }) => current)).toMatchObject([{ address: "203.0.113.7", agent: "Phone/1.0" }]);
  for (const { created_on, last_used_on } of sessions) {
    expect([created_on, last_used_on].every((time) => !Number.isNaN(Date.parse(time)))).toBe(true);
  }
});

test("a session's last use and address follow it, and an ended one is not listed", async () => {
  const server = await startTestServer({ TRUST_PROXY: "1" });
  const phone = await signInFrom(server, { "x-forwarded-for": "203.0.113.7" });
  const before = (await phone.call(getAccount)).sessions.find(({ current }) => current);

  server.clock.advanceMs(HOUR_MS);
  await phone.fetch("/api/v1/auth/user", { headers: { "x-forwarded-for": "198.51.100.9" } });
  const after = (await phone.call(getAccount)).sessions.find(({ current }) => current);

  expect(after).toMatchObject({ address: "198.51.100.9", created_on: before?.created_on });
  expect(Date.parse(after?.last_used_on ?? "")).toBeGreaterThan(Date.parse(before?.last_used_on ?? ""));

  server.clock.advanceMs(29 * DAY_MS + 23.5 * HOUR_MS);
  expect((await phone.call(getAccount)).sessions).toHaveLength(1);
});

test("one session can be ended, then all others, and this one stays", async () => {
  const server = await startTestServer();
  const { admin } = server;
  const [phone, tablet, laptop] = [await signInFrom(server), await signInFrom(server), await signInFrom(server)];
  const phoneId = (await phone.call(getAccount)).sessions.find(({ current }) => current)?.id ?? 0;

  await admin.call(endSession, { params: { id: phoneId } });

  expect((await phone.refused(getUser)).status).toBe(401);
  await tablet.call(getUser);
  expect((await admin.refused(endSession, { params: { id: phoneId } })).status).toBe(404);

  await admin.call(endOtherSessions);

  for (const other of [tablet, laptop]) expect((await other.refused(getUser)).status).toBe(401);
  expect((await admin.call(getAccount)).sessions).toMatchObject([{ current: true }]);
});

test("name and email change with the current password, and the new email signs in", async () => {
  const { admin, visitor } = await startTestServer();

  const wrong = await admin.refused(updateAccount, {
    body: { email: "eve@example.com", current_password: "wrong password" },
  });
  expect([wrong.status, wrong.body.errors]).toEqual([422, { current_password: ["This is not your current password"] }]);
  expect((await admin.refused(updateAccount, { body: { name: "Eve", current_password: "" } })).status).toBe(422);
  const odd = await admin.refused(updateAccount, { body: { email: "ada", current_password: ADMIN.password } });
  expect(odd.body.errors).toHaveProperty("email");

  const { user } = await admin.call(updateAccount, {
    body: { name: "Ada L.", email: "Ada@Example.org", current_password: ADMIN.password },
  });

  expect(user).toMatchObject({ name: "Ada L.", email: "ada@example.org" });
  expect((await admin.call(getUser)).user).toEqual(user);
  await visitor.call(login, { body: { email: "ada@example.org", password: ADMIN.password } });
  expect((await visitor.refused(login, { body: ADMIN })).status).toBe(401);
});

test("an unchanged ADMIN_EMAIL does not undo an email that was set in the browser", async () => {
  const { restart } = await startTestServer({ ADMIN_EMAIL: ADMIN.email });
  const first = await restart();
  await first.admin.call(updateAccount, { body: { email: "ada@example.org", current_password: ADMIN.password } });

  const { admin } = await restart();

  expect((await admin.call(getUser)).user.email).toBe("ada@example.org");
});

test("a new password ends every other session and every signed URL, but not this session", async () => {
  const server = await startTestServer();
  const { admin, visitor, seed } = server;
  const phone = await signInFrom(server);
  const { id } = await seed.picture({ album: await seed.album() });
  const { photo } = await admin.call(updatePhoto, { params: { id }, body: { visibility: 1 } });
  expect((await visitor.fetch(photo.file_url)).status).toBe(200);

  const wrong = await admin.refused(changePassword, { body: { ...newPassword, current_password: "wrong password" } });
  const unequal = await admin.refused(changePassword, { body: { ...newPassword, password_confirmation: "another" } });
  expect([wrong.status, unequal.status]).toEqual([422, 422]);
  await phone.call(getUser);

  await admin.call(changePassword, { body: newPassword });

  await admin.call(getUser);
  expect((await phone.refused(getUser)).status).toBe(401);
  expect((await visitor.fetch(photo.file_url)).status).toBe(404);
  expect((await visitor.refused(login, { body: ADMIN })).status).toBe(401);
  await visitor.call(login, { body: { ...ADMIN, password: NEW_PASSWORD } });
});

test("someone with a stolen session cannot guess the password", async () => {
  const { admin } = await startTestServer();
  const guess = { name: "Eve", current_password: "wrong password" };

  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt++) {
    statuses.push((await admin.refused(updateAccount, { body: guess })).status);
  }

  expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
});

test("common passwords are refused at sign-up, by set-password and as a new password", async () => {
  const { visitor, deps, url } = await startTestServer({ ADMIN_PASSWORD: "" });
  const claim = { name: "Ada", email: ADMIN.email };
  const twice = (password: string) => ({ password, password_confirmation: password });
  const refusal = { password: ["This password is one of the most common ones. Choose another."] };
  const common = ["1234567890", "PassWord123", "qwertyuiop"];

  for (const password of common) {
    const { status, body } = await visitor.refused(register, { body: { ...claim, ...twice(password) } });
    expect([status, body.errors]).toEqual([422, refusal]);
    const set = await runCommand("set-password", deps.config, [], { input: `${password}\n` });
    expect(set.code).not.toBe(0);
    expect(set.err).toContain("this password is one of the most common ones. Choose another");
  }
  const { token } = await visitor.call(register, { body: { ...claim, ...twice(ADMIN.password) } });
  for (const password of common) {
    const { status, body } = await createClient(url, token).refused(changePassword, {
      body: { current_password: ADMIN.password, ...twice(password) },
    });
    expect([status, body.errors]).toEqual([422, refusal]);
  }
});

async function signInFrom({ visitor, url }: TestServer, headers: Record<string, string> = {}) {
  const response = await visitor.fetch("/api/v1/auth/login", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(ADMIN),
  });
  const { token } = (await response.json()) as { token: string };
  return createClient(url, token);
}
