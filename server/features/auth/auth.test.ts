import { argon2Sync, randomBytes } from "node:crypto";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { getSetup, getUser, login, logout, register } from "../../../contract/auth.ts";
import { downloadQuickCollection } from "../../../contract/curation.ts";
import { updatePhoto } from "../../../contract/photos.ts";
import { type Client, createClient } from "../../../rig/client.ts";
import { shareTestServer, startTestServer } from "../../../rig/server/start-test-server.ts";
import { ADMIN } from "../../../rig/server/template.ts";
import { setAdminPassword } from "./auth.service.ts";

const UNCLAIMED = { ADMIN_PASSWORD: "" };
const claim = { ...ADMIN, password_confirmation: ADMIN.password };
const DAY_MS = 24 * 60 * 60 * 1000;

test("the admin's password is set once, and signs in", async () => {
  const { visitor } = await startTestServer(UNCLAIMED);
  expect(await visitor.call(getSetup)).toMatchObject({
    setup_required: true,
    email: ADMIN.email,
    code_required: false,
  });

  const session = await visitor.call(register, { body: claim });

  expect(session.user).toMatchObject({ name: "Ada", email: ADMIN.email, is_admin: true, role: "admin" });
  expect(await visitor.call(getSetup)).toMatchObject({ setup_required: false, email: null, code_required: false });
  expect((await visitor.refused(register, { body: claim })).status).toBe(403);
  expect((await visitor.call(login, { body: ADMIN })).user).toEqual(session.user);
});

test("of ten simultaneous set-ups, one succeeds", async () => {
  const { visitor } = await startTestServer(UNCLAIMED);
  const attempts = Array.from({ length: 10 }, (_, index) =>
    visitor.fetch("/api/v1/auth/register", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...claim, name: `Claimant ${index}` }),
    }),
  );

  const statuses = (await Promise.all(attempts)).map((response) => response.status);

  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 403)).toHaveLength(9);
});

test("of ten simultaneous set-ups over two connections, one succeeds", async () => {
  const { url, startAnother } = await startTestServer(UNCLAIMED);
  const body = JSON.stringify(claim);
  const ask = `POST /api/v1/auth/register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  // All are sent before the first is answered, to both nodes where there are two.
  const connections = [url, (await startAnother()).url].map(async (address) => {
    const socket = connect(Number(new URL(address).port), "127.0.0.1");
    socket.write(`${ask}\r\n${body}`.repeat(4));
    socket.write(`${ask}Connection: close\r\n\r\n${body}`);
    return text(socket);
  });

  const statuses = (await Promise.all(connections)).join("").match(/(?<=HTTP\/1.1 )\d+/g);

  expect(statuses?.filter((status) => status === "201")).toHaveLength(1);
  expect(statuses?.filter((status) => status === "403")).toHaveLength(9);
});

test("set-up requires the configured email and two equal passwords of at least ten characters", async () => {
  const { visitor } = await startTestServer(UNCLAIMED);

  const outsider = await visitor.refused(register, { body: { ...claim, email: "eve@example.com" } });
  const short = await visitor.refused(register, {
    body: { ...claim, password: "short", password_confirmation: "short" },
  });
  const unequal = await visitor.refused(register, { body: { ...claim, password_confirmation: "another one" } });

  expect(outsider.status).toBe(403);
  expect(short.body.errors).toHaveProperty("password");
  expect(unequal.body.errors).toEqual({ password_confirmation: ["The two passwords differ"] });
});

test("a site reachable from outside can only be set up with the code that the server printed", async () => {
  const { visitor, deps } = await startTestServer({ ...UNCLAIMED, PUBLIC_URL: "https://photos.example" });
  expect(await visitor.call(getSetup)).toMatchObject({ code_required: true });

  expect((await visitor.refused(register, { body: claim })).status).toBe(403);
  expect((await visitor.refused(register, { body: { ...claim, setup_code: "guess" } })).status).toBe(403);

  const { value } = await deps.db
    .selectFrom("setting")
    .select("value")
    .where("key", "=", "setup_code")
    .executeTakeFirstOrThrow();
  await visitor.call(register, { body: { ...claim, setup_code: value } });
});

test("a wrong password and an unknown email get the same response", async () => {
  const { visitor } = await shareTestServer();

  const wrongPassword = await visitor.refused(login, { body: { ...ADMIN, password: "wrong password" } });
  const unknownEmail = await visitor.refused(login, { body: { email: "eve@example.com", password: "wrong password" } });

  expect(wrongPassword.status).toBe(401);
  expect(wrongPassword.body).toEqual({
    success: false,
    code: "INVALID_CREDENTIALS",
    message: "Invalid email or password",
  });
  expect(unknownEmail.body).toEqual(wrongPassword.body);
  expect((await visitor.refused(login, { body: { email: "", password: "" } })).status).toBe(422);
});

test("too many attempts on one account must wait, also when simultaneous, and may continue later", async () => {
  const { visitor, clock } = await startTestServer();
  const attempts = Array.from({ length: 19 }, () =>
    visitor.refused(login, { body: { ...ADMIN, password: "wrong password" } }),
  );

  const responses = await Promise.all(attempts);

  // A successful sign-in, like the one of the test harness, resets the count.
  expect(responses.filter((response) => response.status === 401)).toHaveLength(10);
  const late = responses.find((response) => response.status === 429);
  expect(Number(late?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await visitor.refused(login, { body: ADMIN })).status).toBe(429);

  clock.advanceMs(16 * 60 * 1000);
  await visitor.call(login, { body: ADMIN });
});

test("a token stops working immediately after logout", async () => {
  const { admin } = await shareTestServer();
  expect((await admin.call(getUser)).user.email).toBe(ADMIN.email);

  await admin.call(logout);

  expect((await admin.refused(getUser)).status).toBe(401);
  expect((await admin.refused(logout)).status).toBe(401);
});

test("sign-out ends the URLs that its session signed", async () => {
  const { admin, visitor, seed } = await shareTestServer();
  const { id } = await seed.picture();
  const { photo } = await admin.call(updatePhoto, { params: { id }, body: { visibility: 1 } });
  const { url } = await admin.call(downloadQuickCollection);
  const statuses = () =>
    Promise.all([photo.file_url, photo.image_urls.thumb, url].map(async (path) => (await visitor.fetch(path)).status));
  expect(await statuses()).toEqual([200, 200, 200]);

  await admin.call(logout);

  expect(await statuses()).toEqual([404, 404, 403]);
});

test("a token expires after 30 days without use, and stays valid while it is used", async () => {
  const { admin, clock } = await startTestServer();

  clock.advanceMs(29 * DAY_MS);
  await admin.call(getUser);
  clock.advanceMs(29 * DAY_MS);
  await admin.call(getUser);
  clock.advanceMs(30 * DAY_MS + 1);

  expect((await admin.refused(getUser)).status).toBe(401);
});

test("missing, malformed and invented tokens are refused", async () => {
  const { visitor, url } = await shareTestServer();

  for (const client of [visitor, createClient(url, "x"), createClient(url, "not a token")]) {
    expect((await client.refused(getUser)).status).toBe(401);
  }
});

test("responses about signing in are never cached", async () => {
  const { visitor } = await shareTestServer();

  expect((await visitor.fetch("/api/v1/auth/setup")).headers.get("cache-control")).toBe("no-store");
});

test("a stored hash that takes more than ours, or protects less, matches no password and is not computed", async () => {
  const { visitor, deps } = await shareTestServer();
  const store = async (cost: string, tag: Buffer) => {
    const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString("base64").replace(/=+$/, ""));
    await deps.db
      .updateTable("user")
      .set({ password_hash: `$argon2id$v=19$${cost}$${salt}$${hash}` })
      .execute();
    return visitor.refused(login, { body: ADMIN });
  };
  const nonce = randomBytes(16);
  const weak = { message: ADMIN.password, nonce, memory: 8, passes: 1, parallelism: 1, tagLength: 32 };

  expect((await store("m=8,t=1,p=1", argon2Sync("argon2id", weak))).status).toBe(401);
  const started = performance.now();
  for (const cost of ["m=4194304,t=2,p=1", "m=19456,t=100000,p=1", "m=19456,t=2,p=200", "m=x,t=2,p=1"]) {
    expect((await store(cost, randomBytes(32))).status).toBe(401);
  }
  expect(performance.now() - started).toBeLessThan(2_000);
});

test("a stolen database contains neither a session nor the password", async () => {
  const { admin, deps } = await shareTestServer();
  await admin.call(getUser);
  const tables = ["user", "token", "device", "passkey", "challenge", "setting", "rate_limit", "audit_log"] as const;

  const stolen = await Promise.all(tables.map((table) => deps.db.selectFrom(table).selectAll().execute()));

  expect(stolen[0]).toHaveLength(1);
  expect(stolen[1]).toHaveLength(1);
  expect(JSON.stringify(stolen)).not.toContain(ADMIN.password);
  expect(JSON.stringify(stolen)).not.toContain(admin.token);
});

test("sign-ins and failures are in the list of activity, without secrets", async () => {
  const { visitor, deps } = await shareTestServer();
  await visitor.refused(login, { body: { ...ADMIN, password: "wrong password" } });

  const entries = await deps.db.selectFrom("audit_log").selectAll().orderBy("id").execute();

  expect(entries.map((entry) => entry.action)).toEqual(["password-set", "sign-in", "sign-in-failed"]);
  expect(JSON.stringify(entries)).not.toMatch(/wrong password|correct horse/);
});

test("a token ends 180 days after signing in, however often it is used", async () => {
  const { admin, clock } = await startTestServer();
  for (let day = 0; day < 175; day += 25) {
    clock.advanceMs(25 * DAY_MS);
    await admin.call(getUser);
  }

  clock.advanceMs(5 * DAY_MS);

  expect((await admin.refused(getUser)).status).toBe(401);
});

test("a device that has signed in before is not locked out by the wrong passwords of others", async () => {
  const { visitor } = await startTestServer();
  const first = await signInFrom(visitor);
  const cookie = first.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(
    /^vitrine_device=[\w-]{43}; Path=\/api\/v1\/auth; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
  );
  const wrong = { body: { ...ADMIN, password: "wrong password" } };
  for (let attempt = 0; attempt < 12; attempt++) await visitor.refused(login, wrong);
  expect((await visitor.refused(login, { body: ADMIN })).status).toBe(429);

  const known = await signInFrom(visitor, cookie);
  const replayed = await signInFrom(visitor, cookie);
  const invented = await signInFrom(visitor, `vitrine_device=${"A".repeat(43)}`);

  expect(known.status).toBe(200);
  // Each sign-in replaces the cookie.
  expect([replayed.status, invented.status]).toEqual([429, 429]);
});

test("with TLS the device's cookie is bound to this host, and one from before is taken once", async () => {
  const { visitor } = await startTestServer({ PUBLIC_URL: "https://photos.example" });
  const first = await signInFrom(visitor);
  const cookie = first.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(
    /^__Host-vitrine_device=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure$/,
  );
  const wrong = { body: { ...ADMIN, password: "wrong password" } };
  for (let attempt = 0; attempt < 12; attempt++) await visitor.refused(login, wrong);

  const former = await signInFrom(visitor, cookie.replace("__Host-", ""));
  const renewed = former.headers.get("set-cookie") ?? "";
  const again = await signInFrom(visitor, cookie.replace("__Host-", ""));
  expect([former.status, again.status]).toEqual([200, 429]);
  expect(renewed).toMatch(/^__Host-vitrine_device=/);
});

test("a device's own attempts are limited too, and a new password forgets every device", async () => {
  const { visitor, deps } = await startTestServer();
  const cookie = (await signInFrom(visitor)).headers.get("set-cookie") ?? "";

  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt++) {
    statuses.push((await signInFrom(visitor, cookie, "wrong password")).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
  // They did not count towards anyone else's limit.
  expect((await signInFrom(visitor)).status).toBe(200);

  await setAdminPassword(deps, "another horse battery");
  expect(await deps.db.selectFrom("device").selectAll().execute()).toEqual([]);
});

function signInFrom({ fetch }: Client, cookie = "", password = ADMIN.password): Promise<Response> {
  return fetch("/api/v1/auth/login", {
    method: "POST",
    headers: { "content-type": "application/json", cookie: cookie.split(";", 1)[0] ?? "" },
    body: JSON.stringify({ ...ADMIN, password }),
  });
}
