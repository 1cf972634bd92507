// Waits until the service is ready. Exit code 1 if it is not in time.
import { spawnSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

const MINUTE_MS = 60_000;
/** Nobody listens while the start upgrades the database, which takes minutes for a large library. */
const UPGRADE_MS = 15 * MINUTE_MS;
/** systemd starts a server that has failed again. */
const MAX_STARTS = 3;

/** Of these the server listens on all, so on this one as well. */
const LOOPBACK = { "0.0.0.0": "127.0.0.1", "::": "::1" };
const given = process.env.HOST || "127.0.0.1";
const host = LOOPBACK[given] ?? given;
const url = `http://${host.includes(":") ? `[${host}]` : host}:${process.env.PORT || 3000}/readyz`;

const startedAt = Date.now();
let state = await ask();
while (state !== "ready" && Date.now() - startedAt < (state === "silent" ? UPGRADE_MS : MINUTE_MS)) {
  if (state === "silent" && countRestarts() >= MAX_STARTS) break;
  await delay(500);
  state = await ask();
}
process.exitCode = state === "ready" ? 0 : 1;

function ask() {
  return fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
    ({ ok }) => (ok ? "ready" : "responding"),
    () => "silent",
  );
}

function countRestarts() {
  const { stdout } = spawnSync("systemctl", ["show", "--property=NRestarts", "--value", "vitrine"], {
    encoding: "utf8",
  });
  return Number(stdout);
}
