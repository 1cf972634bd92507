import { percentile } from "../../rig/percentile.ts";
import type { ServerProcess } from "../../rig/server-process.ts";
import { largePicture, SLUG, startWithAlbum } from "./ledger.ts";
import { timeRead } from "./readers.ts";

const CLIENTS = 20;
const SECONDS = 20;
const WAIT_LIMIT_MS = 1_000;

/** Unauthenticated clients who sign in again and again, from everywhere, never keep a visitor waiting. */
export async function floodLogins(dataDir: string): Promise<void> {
  // So that each can claim an address of its own: no limit per address must be what saves the visitors.
  await using server = await startWithAlbum(dataDir, { TRUST_PROXY: "1" });
  const { url, sizeBytes } = await largePicture(server);
  console.log(`the largest thing read is a picture of ${Math.round(sizeBytes / 1000)} kB`);
  const paths = ["/", `/urban/${SLUG}`, `/api/v1/albums/${SLUG}`, url];
  const quiet = await readFor(server, paths, 2);
  let isOver = false;
  const statuses: number[] = [];
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let attempt = 0; !isOver; attempt++) statuses.push(await signInWrongly(server, client, attempt));
  });
  const flooded = await readFor(server, paths, SECONDS);
  isOver = true;
  await Promise.all(clients);
  const counts = Object.entries(Object.groupBy(statuses, String)).map(([status, all]) => `${all?.length} x ${status}`);
  console.log(
    `${CLIENTS} parallel sign-ins for ${SECONDS} s (${counts.join(", ")}): a visitor waited at most ` +
      `${slowest(flooded)} ms (bar ${WAIT_LIMIT_MS}), p95 ${Math.round(percentile(flooded, 95))} ms over ` +
      `${flooded.length} reads; without sign-ins at most ${slowest(quiet)} ms`,
  );
  if (slowest(flooded) > WAIT_LIMIT_MS) throw new Error("a visitor waited for the sign-ins of unauthenticated clients");
}

const slowest = (times: readonly number[]) => Math.round(Math.max(...times));

/** Reads the paths in turn, one at a time; returns how long each took. */
async function readFor({ visitor }: ServerProcess, paths: readonly string[], seconds: number): Promise<number[]> {
  const times: number[] = [];
  const endAt = performance.now() + seconds * 1000;
  for (let turn = 0; performance.now() < endAt; turn++) {
    times.push(await timeRead(visitor, paths[turn % paths.length] ?? "/"));
  }
  return times;
}

async function signInWrongly({ visitor }: ServerProcess, client: number, attempt: number): Promise<number> {
  const response = await visitor.fetch("/api/v1/auth/login", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": `10.${client}.${Math.floor(attempt / 250)}.${attempt % 250}`,
    },
    body: JSON.stringify({ email: `nobody${client}-${attempt}@example.com`, password: "wrong password" }),
  });
  await response.arrayBuffer();
  return response.status;
}
