import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { unavailable } from "../../errors.ts";
import { oneAtATime } from "../../platform/one-at-a-time.ts";

const derive = promisify(argon2);
/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const COST = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 };
/** Every version has stored passwords with costs from the least to the most. */
const LEAST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const MOST: Cost = { memory: 65_536, passes: 4, parallelism: 4 };

type Cost = { memory: number; passes: number; parallelism: number };

const MAX_WAITING = 32;
/**
 * A hash occupies a core, 19 MiB and one of the four threads that also read files, and unauthenticated clients may ask for one. All of
 * this process go through one queue, so that sign-ins slow down sign-ins and nothing else.
 */
export const hashes = oneAtATime(MAX_WAITING, () =>
  unavailable("Too many people are signing in right now. Please try again in a moment."),
);

/** Throws if a hash would be refused. Call it before the attempt costs the database anything. */
export const assertHashCapacity = hashes.assertQueueCapacity;

/** In PHC format, so that the cost can be raised later without asking anyone for a new password. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await hashes.run(() => derive("argon2id", { ...COST, message: password, nonce: salt }));
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(tag)}`;
}

/** False for a hash that no version has stored: it might take the whole memory, or be quick to guess. */
export async function passwordMatches(password: string, hash: string): Promise<boolean> {
  const stored = readHash(hash);
  if (!stored) return false;
  const { cost, nonce, tag } = stored;
  const given = await hashes.run(() =>
    derive("argon2id", { message: password, nonce, ...cost, tagLength: COST.tagLength }),
  );
  return timingSafeEqual(given, tag);
}

/** Whether a server may have stored it. A backup or a database may come from anywhere. */
export const isOwnHash = (hash: string) => readHash(hash) !== undefined;

const PHC = /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$([A-Za-z\d+/]{22})\$([A-Za-z\d+/]{43})$/;

function readHash(hash: string): { cost: Cost; nonce: Buffer; tag: Buffer } | undefined {
  const [, memory, passes, parallelism, salt = "", tag = ""] = PHC.exec(hash) ?? [];
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const isOwn = (["memory", "passes", "parallelism"] as const).every(
    (name) => cost[name] >= LEAST[name] && cost[name] <= MOST[name],
  );
  return isOwn ? { cost, nonce: Buffer.from(salt, "base64"), tag: Buffer.from(tag, "base64") } : undefined;
}

const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
