import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { login } from "../../../contract/auth.ts";
import { startTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";
import { ADMIN } from "../../../rig/server/template.ts";
import { hashes } from "./password.ts";

const BEHIND_A_PROXY = { TRUST_PROXY: "1" };

test("a visitor's picture does not wait behind the sign-ins of twenty unauthenticated clients", async () => {
  const server = await startTestServer(BEHIND_A_PROXY);
  const { internal_id } = await server.seed.picture({ album: await server.seed.album() }, await grainyPicture());
  const picture = `/images/${internal_id}/original-1.jpg`;
  const whole = await (await server.visitor.fetch(picture)).arrayBuffer();
  // Smaller ones are kept in memory.
  expect(whole.byteLength).toBeGreaterThan(600_000);

  const attack = clientsSignIn(server, 20);
  const overtaken: number[] = [];
  for (let read = 0; read < 3; read++) {
    await attack.isUnderWay();
    const before = attack.statuses.length;
    expect((await (await server.visitor.fetch(picture)).arrayBuffer()).byteLength).toBe(whole.byteLength);
    overtaken.push(attack.statuses.length - before);
  }
  await attack.stop();

  // Counted in sign-ins, because seconds depend on the machine (npm run prove:faults -- --only login has those). A hash
  // takes 30 ms, so this is a second at most.
  expect(Math.max(...overtaken)).toBeLessThan(20);
  expect([...new Set(attack.statuses)]).toEqual([401]);
});

test("sign-ins that would wait too long are refused with a sentence, and count no attempt", async () => {
  const server = await startTestServer(BEHIND_A_PROXY);

  // It takes as long as the test wants, so that all of them arrive while it runs.
  const { promise: hashed, resolve: finishHash } = Promise.withResolvers<void>();
  const running = hashes.run(() => hashed);
  let refusals = 0;
  const signIns = Array.from({ length: 80 }, async (_, index) => {
    const response = await signInWrongly(server, index);
    if (response.status === 503) refusals++;
    return response;
  });
  await expect.poll(() => refusals).toBe(48);
  finishHash();
  await running;
  const responses = await Promise.all(signIns);

  const refused = responses.filter(({ status }) => status === 503);
  expect(refused).toHaveLength(48);
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(32);
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused[0]?.json()).toEqual({
    success: false,
    code: "UNAVAILABLE",
    message: "Too many people are signing in right now. Please try again in a moment.",
  });
  await server.visitor.call(login, { body: ADMIN });
});

test("an IPv6 network counts as one address", async () => {
  const server = await startTestServer(BEHIND_A_PROXY);
  const from = (ip: string, index: number) => signInWrongly(server, index, ip);

  for (let index = 0; index < 20; index++) {
    expect((await from(`2001:db8:1:2:${index.toString(16)}::7`, index)).status).toBe(401);
  }

  expect((await from("2001:db8:1:2:ffff:ffff:ffff:ffff", 20)).status).toBe(429);
  expect((await from("2001:0DB8:0001:0002::1", 21)).status).toBe(429);
  expect((await from("2001:db8:1:3::7", 22)).status).toBe(401);
  expect((await from("::ffff:198.51.100.1", 23)).status).toBe(401);
});

/** Noise hardly compresses, so the file is large. */
function grainyPicture(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 1000, height: 700, channels: 3, background: "#888", noise } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/**
 * Each from its own IP address and for its own account, so that no limit but the queue's applies, and with its own password,
 * because tests compute no hash twice.
 */
function signInWrongly({ visitor }: TestServer, index: number, ip?: string): Promise<Response> {
  return visitor.fetch("/api/v1/auth/login", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": ip ?? `203.0.${Math.floor(index / 250)}.${index % 250}`,
    },
    body: JSON.stringify({ email: `nobody${index}@example.com`, password: `guess ${index}` }),
  });
}

/** This many at any time, until `stop`. */
function clientsSignIn(server: TestServer, count: number) {
  const statuses: number[] = [];
  let isStopped = false;
  let sent = 0;
  const running = Array.from({ length: count }, async () => {
    while (!isStopped) statuses.push((await signInWrongly(server, sent++)).status);
  });
  return {
    statuses,
    isUnderWay: () => vi.waitFor(() => expect(sent).toBeGreaterThanOrEqual(count), 20_000),
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}
