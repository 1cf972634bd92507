import { expect, test } from "vitest";
import { changePassword, getAccount, updateAccount } from "../../../contract/account.ts";
import { listActivity } from "../../../contract/activity.ts";
import { getUser, login } from "../../../contract/auth.ts";
import {
  addPasskey,
  getConfirmationOptions,
  getPasskeyOptions,
  removePasskey,
  signInWithPasskey,
} from "../../../contract/passkeys.ts";
import { updatePhoto } from "../../../contract/photos.ts";
import { createAuthenticator } from "../../../rig/authenticator.ts";
import { type Client, createClient } from "../../../rig/client.ts";
import { shareTestServer, startTestServer } from "../../../rig/server/start-test-server.ts";
import { ADMIN } from "../../../rig/server/template.ts";
import { confirmWith, newChallenge, registerPasskey, responseTo, signInWith } from "../../../rig/use-passkey.ts";

const current_password = ADMIN.password;
const NEW_PASSWORD = "another horse battery";
const newPassword = { current_password, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };

test("a session alone neither adds nor removes a passkey, nor changes the email address", async () => {
  const { admin } = await shareTestServer();
  await registerPasskey(admin, createAuthenticator(), { name: "Phone", current_password });
  const params = { id: (await admin.call(getAccount)).passkeys[0]?.id ?? 0 };
  const email = "eve@example.com";

  for (const [given, refusal] of [
    [{}, "Enter your current password"],
    [{ current_password: "" }, "Enter your current password"],
    [{ current_password: "wrong password" }, "This is not your current password"],
  ] as const) {
    for (const { status, body } of [
      await admin.refused(getPasskeyOptions, { body: given }),
      await admin.refused(removePasskey, { params, body: given }),
      await admin.refused(updateAccount, { body: { email, ...given } }),
    ]) {
      expect([given, status, body.errors]).toEqual([given, 422, { current_password: [refusal] }]);
    }
  }
  const { passkeys, user } = await admin.call(getAccount);
  expect([passkeys.length, user.email]).toEqual([1, ADMIN.email]);
});

test("a passkey confirms instead of the password, once, in the session that asked and for nothing else", async () => {
  const { admin, visitor, url } = await shareTestServer();
  const phone = createAuthenticator();
  await registerPasskey(admin, phone, { name: "Phone", current_password });
  const other = createClient(url, (await visitor.call(login, { body: ADMIN })).token);

  const used = await confirmWith(admin, phone);
  await admin.call(updateAccount, { body: { name: "Ada L.", ...used } });
  for (const confirmation of [
    used,
    await confirmWith(other, phone),
    await confirmWith(admin, createAuthenticator()),
    await confirmWith(admin, phone, { isVerified: false }),
    await confirmWith(admin, phone, { origin: "https://elsewhere.example", rpId: "127.0.0.1" }),
    { passkey: await responseTo(visitor, phone) },
  ]) {
    const { status, body } = await admin.refused(updateAccount, { body: { name: "Eve", ...confirmation } });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ["passkey"]]);
  }
  const { challenge } = (await admin.call(getConfirmationOptions)).options;
  const credential = phone.signIn({ challenge, origin: url });
  expect((await visitor.refused(signInWithPasskey, { body: { credential } })).status).toBe(401);

  const { options } = await admin.call(getPasskeyOptions, { body: await confirmWith(admin, phone) });
  const key = createAuthenticator().register({ challenge: options.challenge, origin: url });
  await admin.call(addPasskey, { body: { name: "Security key", credential: key } });
  // What confirms a change registers nothing.
  const wrong = createAuthenticator().register({ challenge, origin: url });
  expect((await admin.refused(addPasskey, { body: { name: "Eve's", credential: wrong } })).status).toBe(422);
  const { passkeys, user } = await admin.call(getAccount);
  expect([passkeys.map(({ name }) => name), user.name]).toEqual([["Phone", "Security key"], "Ada L."]);
});

test("the sessions that began with a passkey end with it, and so do the URLs they signed", async () => {
  const { admin, visitor, url, seed } = await shareTestServer();
  const [phone, key] = [createAuthenticator(), createAuthenticator()];
  await registerPasskey(admin, phone, { name: "Phone", current_password });
  await registerPasskey(admin, key, { name: "Security key", current_password });
  const begin = async (passkey: typeof phone) => createClient(url, (await signInWith(visitor, passkey)).token);
  const [first, second, withKey] = [await begin(phone), await begin(phone), await begin(key)];
  const { id } = await seed.picture();
  const { photo } = await first.call(updatePhoto, { params: { id }, body: { visibility: 1 } });
  expect((await visitor.fetch(photo.file_url)).status).toBe(200);
  const { sessions, passkeys } = await admin.call(getAccount);
  expect(sessions.map(({ passkey }) => passkey)).toEqual(["Security key", "Phone", "Phone", null]);
  const params = { id: passkeys[0]?.id ?? 0 };

  await admin.call(removePasskey, { params, body: { current_password } });

  for (const ended of [first, second]) expect((await ended.refused(getUser)).status).toBe(401);
  expect((await visitor.fetch(photo.file_url)).status).toBe(404);
  for (const going of [admin, withKey]) await going.call(getUser);
});

test("the session that removes its own passkey goes on as what confirmed it", async () => {
  const { admin, visitor, url } = await shareTestServer();
  const [phone, key] = [createAuthenticator(), createAuthenticator()];
  await registerPasskey(admin, key, { name: "Security key", current_password });
  const removeOwn = async (confirm: (client: Client) => Promise<object>) => {
    await registerPasskey(admin, phone, { name: "Phone", current_password });
    const id = (await admin.call(getAccount)).passkeys.find(({ name }) => name === "Phone")?.id ?? 0;
    const client = createClient(url, (await signInWith(visitor, phone)).token);
    await client.call(removePasskey, { params: { id }, body: await confirm(client) });
    return client;
  };

  const withPassword = await removeOwn(async () => ({ current_password }));
  const withKey = await removeOwn((client) => confirmWith(client, key));
  const withItself = await removeOwn((client) => confirmWith(client, phone));

  await withPassword.call(getUser);
  await withKey.call(getUser);
  expect((await withItself.refused(getUser)).status).toBe(401);
  const { passkeys } = await admin.call(getAccount);
  await admin.call(removePasskey, { params: { id: passkeys[0]?.id ?? 0 }, body: { current_password } });
  expect((await withKey.refused(getUser)).status).toBe(401);
  await withPassword.call(getUser);
});

test("a new password removes every passkey, also one that a stolen session added, and this session stays", async () => {
  const { admin, visitor, url } = await startTestServer();
  const [phone, thief] = [createAuthenticator(), createAuthenticator()];
  await registerPasskey(admin, phone, { name: "Phone", current_password });
  await registerPasskey(admin, thief, { name: "Spare", current_password });
  const owner = createClient(url, (await signInWith(visitor, phone)).token);
  const stolen = createClient(url, (await signInWith(visitor, thief)).token);

  await owner.call(changePassword, { body: newPassword });

  expect((await owner.call(getAccount)).passkeys).toEqual([]);
  expect((await stolen.refused(getUser)).status).toBe(401);
  for (const passkey of [phone, thief]) {
    const credential = passkey.signIn({ challenge: await newChallenge(visitor), origin: url });
    expect((await visitor.refused(signInWithPasskey, { body: { credential } })).status).toBe(401);
  }
  const { events } = await owner.call(listActivity, { query: { kind: "account" } });
  expect(events[0]).toMatchObject({ action: "password-set", actor: ADMIN.email, detail: { passkeys: 2, tokens: 0 } });
});
