import { expect, test } from "vitest";
import { changePassword, getAccount } from "../../../contract/account.ts";
import { getUser, login } from "../../../contract/auth.ts";
import { addPasskey, getPasskeyOptions, removePasskey, signInWithPasskey } from "../../../contract/passkeys.ts";
import { type Ceremony, createAuthenticator } from "../../../rig/authenticator.ts";
import { type Client, createClient } from "../../../rig/client.ts";
import { runCommand } from "../../../rig/server/run-command.ts";
import { shareTestServer, startTestServer } from "../../../rig/server/start-test-server.ts";
import { ADMIN } from "../../../rig/server/template.ts";
import {
  type Authenticator,
  newChallenge,
  registerPasskey,
  responseTo,
  signInWith as signIn,
} from "../../../rig/use-passkey.ts";
import { deleteOldChallenges } from "./challenges.ts";

const current_password = ADMIN.password;
const register = (admin: Client, passkey: Authenticator, name: string) =>
  registerPasskey(admin, passkey, { name, current_password });

test("several passkeys are registered, named, used to sign in without typing, and removed", async () => {
  const { admin, visitor, url } = await shareTestServer();
  const [phone, key] = [createAuthenticator(), createAuthenticator()];
  await register(admin, phone, "Phone");
  await register(admin, key, "Security key");
  expect((await admin.call(getAccount)).passkeys).toMatchObject([
    { name: "Phone", last_used_on: null },
    { name: "Security key", last_used_on: null },
  ]);

  for (const passkey of [phone, key, phone]) {
    const { user, token } = await signIn(visitor, passkey);
    expect(user).toMatchObject({ email: ADMIN.email, is_admin: true });
    expect((await createClient(url, token).call(getUser)).user).toEqual(user);
  }

  const { passkeys } = await admin.call(getAccount);
  expect(passkeys.every(({ last_used_on }) => last_used_on !== null)).toBe(true);
  const first = { params: { id: passkeys[0]?.id ?? 0 }, body: { current_password } };
  await admin.call(removePasskey, first);
  expect((await refuseSignIn(visitor, phone)).status).toBe(401);
  await signIn(visitor, key);
  expect((await admin.refused(removePasskey, first)).status).toBe(404);
});

test("a sign-in with a passkey is refused unless every part of it is right, always in the same words", async () => {
  const { admin, visitor, clock } = await startTestServer();
  const passkey = createAuthenticator();
  await register(admin, passkey, "Phone");
  await signIn(visitor, passkey);
  const challenge = await newChallenge(visitor);
  const genuine = passkey.signIn({ challenge, origin: visitor.url });
  await visitor.call(signInWithPasskey, { body: { credential: genuine } });
  const stale = await newChallenge(visitor);
  clock.advanceMs(6 * 60 * 1000);
  const registration = (await admin.call(getPasskeyOptions, { body: { current_password } })).options.challenge;

  const responses = [
    // Replayed as it was.
    await visitor.refused(signInWithPasskey, { body: { credential: genuine } }),
    await refuseSignIn(visitor, passkey, { challenge }),
    await refuseSignIn(visitor, passkey, { challenge: stale }),
    await refuseSignIn(visitor, passkey, { challenge: registration }),
    await refuseSignIn(visitor, passkey, { challenge: "AAAA" }),
    await refuseSignIn(visitor, passkey, { origin: "https://elsewhere.example", rpId: "127.0.0.1" }),
    await refuseSignIn(visitor, passkey, { rpId: "elsewhere.example" }),
    await refuseSignIn(visitor, passkey, { isVerified: false }),
    await refuseSignIn(visitor, passkey, { counter: 1 }),
    // Another site's passkey, and one that claims to be ours.
    await refuseSignIn(visitor, createAuthenticator()),
    await visitor.refused(signInWithPasskey, {
      body: {
        credential: { ...(await responseTo(visitor, createAuthenticator())), id: passkey.id, rawId: passkey.id },
      },
    }),
    await visitor.refused(signInWithPasskey, {
      body: { credential: { ...genuine, response: { clientDataJSON: "" } } },
    }),
  ];

  for (const { status, body } of responses) {
    expect([status, body]).toEqual([
      401,
      {
        success: false,
        code: "INVALID_CREDENTIALS",
        message: "This passkey could not be verified. Try again, or sign in with your password.",
      },
    ]);
  }
});

test("a refused response still uses up its challenge", async () => {
  const { admin, visitor } = await shareTestServer();
  const passkey = createAuthenticator();
  await register(admin, passkey, "Phone");
  const challenge = await newChallenge(visitor);

  await refuseSignIn(visitor, passkey, { challenge, isVerified: false });

  expect((await refuseSignIn(visitor, passkey, { challenge })).status).toBe(401);
});

test("registering is refused with another session's challenge, another origin, or without verification", async () => {
  const { admin, visitor, url } = await shareTestServer();
  const other = createClient(url, (await visitor.call(login, { body: ADMIN })).token);
  const challengeOf = async (client: Client) =>
    (await client.call(getPasskeyOptions, { body: { current_password } })).options.challenge;
  const used = await challengeOf(admin);
  const passkey = createAuthenticator();
  const made = passkey.register({ challenge: used, origin: url });
  await admin.call(addPasskey, { body: { name: "Phone", credential: made } });

  const wrong: Partial<Ceremony>[] = [
    { challenge: used },
    { challenge: await challengeOf(other) },
    { challenge: await newChallenge(visitor) },
    { origin: "https://elsewhere.example", rpId: "127.0.0.1" },
    { rpId: "elsewhere.example" },
    { isVerified: false },
  ];
  for (const part of wrong) {
    const credential = createAuthenticator().register({ challenge: await challengeOf(admin), origin: url, ...part });
    const { status, body } = await admin.refused(addPasskey, { body: { name: "Other", credential } });
    expect([part, status, body.code]).toEqual([part, 422, "VALIDATION"]);
  }
  const again = passkey.register({ challenge: await challengeOf(admin), origin: url });
  expect((await admin.refused(addPasskey, { body: { name: "Phone", credential: again } })).status).toBe(409);
  expect((await admin.call(getAccount)).passkeys).toHaveLength(1);
});

test("with PUBLIC_URL, passkeys belong to that URL, whatever host was requested", async () => {
  const { admin, visitor } = await startTestServer({ PUBLIC_URL: "https://photos.example" });
  const passkey = createAuthenticator();

  const { options } = await admin.call(getPasskeyOptions, { body: { current_password } });
  expect(options).toMatchObject({ rp: { id: "photos.example" } });
  const here = { challenge: options.challenge, origin: "https://photos.example" };
  await admin.call(addPasskey, { body: { name: "Phone", credential: passkey.register(here) } });

  expect((await refuseSignIn(visitor, passkey)).status).toBe(401);
  await signIn(visitor, passkey, { origin: "https://photos.example" });
});

test("a new password keeps passkeys if asked to, set-password and a new ADMIN_EMAIL remove them", async () => {
  const server = await startTestServer();
  const passkey = createAuthenticator();
  await register(server.admin, passkey, "Phone");
  const password = "another horse battery";
  await server.admin.call(changePassword, {
    body: { current_password, password, password_confirmation: password, remove_passkeys: false },
  });
  await signIn(server.visitor, passkey);

  const set = await runCommand("set-password", server.deps.config, [], { input: "a third horse battery\n" });

  expect(set).toMatchObject({ code: 0 });
  expect((await refuseSignIn(server.visitor, passkey)).status).toBe(401);

  const { token } = await server.visitor.call(login, { body: { ...ADMIN, password: "a third horse battery" } });
  const admin = createClient(server.url, token);
  await registerPasskey(admin, passkey, { name: "Phone", current_password: "a third horse battery" });
  const { visitor } = await server.restart({ ADMIN_EMAIL: "grace@example.com" });
  expect((await refuseSignIn(visitor, passkey)).status).toBe(401);
});

test("attempts with passkeys are limited, and challenges that were not used are deleted", async () => {
  const { visitor, deps, clock } = await startTestServer();
  const outsider = createAuthenticator();
  const credential = await responseTo(visitor, outsider);

  const statuses: number[] = [];
  for (let attempt = 0; attempt < 21; attempt++) {
    statuses.push((await visitor.refused(signInWithPasskey, { body: { credential } })).status);
  }
  expect(statuses).toEqual([...Array<number>(20).fill(401), 429]);

  expect(await deps.db.selectFrom("challenge").selectAll().execute()).toHaveLength(1);
  clock.advanceMs(6 * 60 * 1000);
  await deleteOldChallenges(deps);
  expect(await deps.db.selectFrom("challenge").selectAll().execute()).toEqual([]);
});

async function refuseSignIn(visitor: Client, passkey: Authenticator, wrong?: Partial<Ceremony>) {
  return visitor.refused(signInWithPasskey, { body: { credential: await responseTo(visitor, passkey, wrong) } });
}
