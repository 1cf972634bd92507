import { expect, test } from "vitest";
import { getSetup, getUser, login, register } from "../../../contract/auth.ts";
import { runCommand } from "../../../rig/server/run-command.ts";
import { startTestServer } from "../../../rig/server/start-test-server.ts";
import { ADMIN } from "../../../rig/server/template.ts";

const UNCLAIMED = { ADMIN_PASSWORD: "" };
const OTHER = { email: "grace@example.com", password: "another horse battery" };
const claim = { ...ADMIN, password_confirmation: ADMIN.password };

test("a new ADMIN_EMAIL alone locks out the old email and keeps the password", async () => {
  const { restart, deps } = await startTestServer();

  const { admin, visitor } = await restart({ ADMIN_EMAIL: OTHER.email });

  expect((await admin.refused(getUser)).status).toBe(401);
  expect((await visitor.refused(login, { body: ADMIN })).status).toBe(401);
  const session = await visitor.call(login, { body: { email: OTHER.email, password: ADMIN.password } });
  expect(session.user).toMatchObject({ email: OTHER.email, is_admin: true });
  expect(deps.config.adminEmail).toBeUndefined();
});

test("a new ADMIN_EMAIL with a new ADMIN_PASSWORD takes effect at the next start", async () => {
  const { restart } = await startTestServer();

  const { admin, visitor } = await restart({ ADMIN_EMAIL: OTHER.email, ADMIN_PASSWORD: OTHER.password });

  expect((await admin.refused(getUser)).status).toBe(401);
  await visitor.call(login, { body: OTHER });
  expect((await visitor.refused(login, { body: { ...OTHER, password: ADMIN.password } })).status).toBe(401);
});

test("a new ADMIN_PASSWORD alone changes the password and ends every session", async () => {
  const { restart } = await startTestServer();

  const { admin, visitor } = await restart({ ADMIN_PASSWORD: OTHER.password });

  expect((await admin.refused(getUser)).status).toBe(401);
  expect((await visitor.refused(login, { body: ADMIN })).status).toBe(401);
  await visitor.call(login, { body: { ...ADMIN, password: OTHER.password } });
});

test("an unchanged environment ends no session and undoes no later change", async () => {
  const { restart, deps } = await startTestServer({ ADMIN_EMAIL: ADMIN.email });
  const first = await restart();
  expect((await first.admin.call(getUser)).user.email).toBe(ADMIN.email);
  const set = await runCommand("set-password", deps.config, [], { input: `${OTHER.password}\n` });
  expect(set).toMatchObject({ code: 0, out: `The password of ${ADMIN.email} is set. Every session has ended.\n` });

  const { visitor } = await restart();

  await visitor.call(login, { body: { ...ADMIN, password: OTHER.password } });
  expect((await visitor.refused(login, { body: ADMIN })).status).toBe(401);
});

test("removing the variables changes nothing, and neither does setting them to the same values again", async () => {
  const { restart } = await startTestServer({ ADMIN_EMAIL: OTHER.email, ADMIN_PASSWORD: "" });
  const claimed = await restart();
  await claimed.visitor.call(register, { body: { ...claim, email: OTHER.email } });

  const without = await restart({ ADMIN_EMAIL: "" });
  await without.visitor.call(login, { body: { ...ADMIN, email: OTHER.email } });
  const again = await restart({ ADMIN_EMAIL: OTHER.email });
  await again.visitor.call(login, { body: { ...ADMIN, email: OTHER.email } });
});

test("a newly added ADMIN_PASSWORD replaces one set in the browser", async () => {
  const { restart, visitor } = await startTestServer(UNCLAIMED);
  await visitor.call(register, { body: claim });

  const later = await restart({ ADMIN_PASSWORD: OTHER.password });

  await later.visitor.call(login, { body: { ...ADMIN, password: OTHER.password } });
  expect((await later.visitor.refused(login, { body: ADMIN })).status).toBe(401);
});

test("what is stored about ADMIN_PASSWORD does not reveal it", async () => {
  const { deps } = await startTestServer();

  const settings = await deps.db.selectFrom("setting").selectAll().execute();

  expect(JSON.stringify(settings)).not.toContain(ADMIN.password);
  expect(settings.find(({ key }) => key === "admin_password_seen")?.value).toMatch(/^\$argon2id\$/);
});

test("set-password changes the one admin, whatever ADMIN_EMAIL is, and creates no second one", async () => {
  const { deps, visitor } = await startTestServer();

  const set = await runCommand("set-password", deps.config, [], {
    input: `${OTHER.password}\n`,
    env: { ADMIN_EMAIL: OTHER.email },
  });

  expect(set).toMatchObject({ code: 0, out: `The password of ${ADMIN.email} is set. Every session has ended.\n` });
  expect(await deps.db.selectFrom("user").select("email").execute()).toEqual([{ email: ADMIN.email }]);
  await visitor.call(login, { body: { ...ADMIN, password: OTHER.password } });
});

test("an unclaimed site is claimed under the new email after ADMIN_EMAIL has changed", async () => {
  const { restart } = await startTestServer(UNCLAIMED);

  const { visitor } = await restart({ ADMIN_EMAIL: OTHER.email });

  expect(await visitor.call(getSetup)).toMatchObject({ setup_required: true, email: OTHER.email });
  expect((await visitor.refused(register, { body: claim })).status).toBe(403);
  await visitor.call(register, { body: { ...claim, email: OTHER.email } });
});
