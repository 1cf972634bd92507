// Waits up to a minute until the server is ready. Exit code 1 if it does not.
import { setTimeout as delay } from "node:timers/promises";

const url = `http://127.0.0.1:${process.env.PORT || 3000}/readyz`;
const until = Date.now() + 60_000;
let isReady = false;
while (!isReady && Date.now() < until) {
  isReady = await fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isReady) await delay(500);
}
process.exitCode = isReady ? 0 : 1;
