import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { unavailable } from "../../errors.ts";
import { oneAtATime } from "../../platform/one-at-a-time.ts";

const derive = promisify(argon2);
/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const COST = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 };

const MAX_WAITING = 32;
/**
 * A hash occupies a core, 19 MiB and one of the four threads that also read files, and unauthenticated clients may ask for one. All of
 * this process go through one queue, so that sign-ins slow down sign-ins and nothing else.
 */
const hashes = oneAtATime(MAX_WAITING, () =>
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

export async function passwordMatches(password: string, hash: string): Promise<boolean> {
  const [, , , cost = "", salt = "", tag = ""] = hash.split("$");
  const [memory = 0, passes = 0, parallelism = 0] = cost.split(",").map((part) => Number(part.slice(2)));
  const expected = Buffer.from(tag, "base64");
  const nonce = Buffer.from(salt, "base64");
  const given = await hashes.run(() =>
    derive("argon2id", { message: password, nonce, memory, passes, parallelism, tagLength: expected.length }),
  );
  return timingSafeEqual(given, expected);
}

const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
