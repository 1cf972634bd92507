import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { median } from "../../rig/percentile.ts";
import { type ServerProcess, startServerProcess } from "../../rig/server-process.ts";

const PAIRS = 150;
const DIFFERENCE_LIMIT = 0.2;
/** Fewer than the attempts after which an account has to wait. */
const ATTEMPTS_PER_ROUND = 8;

/** A wrong password gets the same response in the same time, whether or not the account exists. */
export async function compareLogins(dataDir: string): Promise<void> {
  await using server = await startServerProcess(dataDir);
  using limits = new DatabaseSync(join(dataDir, "vitrine.sqlite"));
  const times: Record<string, number[]> = { "admin@example.com": [], "unknown@example.com": [] };
  const distinct = new Set<string>();
  for (let pair = 0; pair < PAIRS; pair++) {
    if (pair % ATTEMPTS_PER_ROUND === 0) limits.exec("delete from rate_limit");
    // In turns, so that other programs on the machine slow both down.
    for (const [email, taken] of Object.entries(times)) {
      const { received, tookMs } = await signInWrongly(server, email);
      distinct.add(received);
      taken.push(tookMs);
    }
  }
  const [known = 0, unknown = 0] = Object.values(times).map((taken) => median(taken));
  const difference = Math.abs(known - unknown) / Math.max(known, unknown);
  console.log(
    `${PAIRS} wrong passwords each: known email ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms (medians), ` +
      `${(difference * 100).toFixed(1)} % apart (bar ${DIFFERENCE_LIMIT * 100}), ${distinct.size} distinct response(s)`,
  );
  if (distinct.size !== 1 || difference > DIFFERENCE_LIMIT)
    throw new Error("known and unknown emails can be distinguished");
}

async function signInWrongly({ visitor }: ServerProcess, email: string): Promise<{ received: string; tookMs: number }> {
  const startedAt = performance.now();
  const response = await visitor.fetch("/api/v1/auth/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: "wrong password" }),
  });
  const body = await response.text();
  const tookMs = performance.now() - startedAt;
  const names = [...response.headers.keys()].filter((name) => name !== "date" && name !== "x-request-id");
  return { received: `${response.status} ${names} ${body}`, tookMs };
}
