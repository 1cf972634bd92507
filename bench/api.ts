import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { login } from "../contract/auth.ts";
import { API_PREFIX } from "../contract/endpoint.ts";
import { ADMIN_PASSWORD, ALBUM_PHOTOS, type FromServer, type ToServer } from "./api-server.ts";

/**
 * What an answer costs the server, in processor time: one thread answers, so requests/s are its inverse, and other
 * programs on the machine do not blur it. Each pair is measured in turns within one run.
 */
const ROUNDS = 7;
const WARM_ROUNDS = 3;
const REQUESTS_HOT = 1_000;
const REQUESTS_COLD = 40;
const CONNECTIONS = 8;
const SMALL = 100;
const LARGE = 100_000;
const ALBUM = `${API_PREFIX}/albums/bench`;
const LIST = `${API_PREFIX}/admin/photos?limit=100`;

type Target = { name: string; server: Server; path: string; headers?: Record<string, string>; requests: number };

const small = await startServer({ photos: SMALL });
const large = await startServer({ photos: LARGE });
const whole = await fetch(small.url + ALBUM);
const etag = whole.headers.get("etag") ?? "";
const plain = await startServer({ plain: { body: await whole.text(), type: "application/json; charset=utf-8" } });
const isWithin: boolean[] = [];
try {
  console.log(`CPU time of the server per answer, median of ${ROUNDS} rounds`);
  const hot = { path: ALBUM, requests: REQUESTS_HOT };
  const [ready, bare, unchanged] = await measure([
    { ...hot, name: `GET /albums/{slug}, ${ALBUM_PHOTOS} photos`, server: small },
    { ...hot, name: "a bare Fastify route with the same bytes", server: plain },
    { ...hot, name: "the same album with If-None-Match", server: small, headers: { "if-none-match": etag } },
  ]);
  const [inLarge, inSmall] = await measure([
    { ...hot, name: `the same album among ${LARGE} photos`, server: large },
    { ...hot, name: `the same album among ${SMALL} photos`, server: small },
  ]);
  const [listLarge, listSmall] = await measure([
    { ...(await listing(large)), name: `GET /admin/photos?limit=100 of ${LARGE}` },
    { ...(await listing(small)), name: `GET /admin/photos?limit=100 of ${SMALL}` },
  ]);
  await Promise.all([small.ask("keep nothing"), large.ask("keep nothing")]);
  const cold = { path: ALBUM, requests: REQUESTS_COLD };
  const [coldLarge, coldSmall] = await measure([
    { ...cold, name: `the album made anew each time, among ${LARGE} photos`, server: large },
    { ...cold, name: `the album made anew each time, among ${SMALL} photos`, server: small },
  ]);

  console.log("\n  ratio    bar");
  report("requests/s of an album against the bare route", bare / ready, { atLeast: 0.8 });
  report("requests/s with If-None-Match against without", ready / unchanged, { atLeast: 1 });
  report("an album in the large library against the small one", inLarge / inSmall, { atMost: 1.5 });
  report("the same, made anew each time", coldLarge / coldSmall, { atMost: 1.5 });
  report("a page of the admin's photos, large against small", listLarge / listSmall, { atMost: 1.5 });
  process.exitCode = isWithin.every(Boolean) ? 0 : 1;
} finally {
  await Promise.all([small.stop(), large.stop(), plain.stop()]);
}

function report(what: string, ratio: number, bar: { atLeast: number } | { atMost: number }): void {
  const ok = "atLeast" in bar ? ratio >= bar.atLeast : ratio <= bar.atMost;
  const text = "atLeast" in bar ? `>= ${bar.atLeast}` : `<= ${bar.atMost}`;
  console.log(`  ${ratio.toFixed(2).padStart(5)}  ${text.padStart(6)}  ${ok ? "ok    " : "MISSED"} ${what}`);
  isWithin.push(ok);
}

async function listing(server: Server): Promise<Omit<Target, "name">> {
  const answer = await fetch(server.url + API_PREFIX + login.path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "admin@example.com", password: ADMIN_PASSWORD }),
  });
  // The contract's own answer to a sign-in.
  const { token } = (await answer.json()) as { token: string };
  return { server, path: LIST, headers: { authorization: `Bearer ${token}` }, requests: REQUESTS_COLD };
}

/** The targets' microseconds per answer. Takes turns, so that what else the machine does meets all of them alike. */
async function measure<const Targets extends Target[]>(
  targets: Targets,
): Promise<{ [Index in keyof Targets]: number }> {
  const rounds: number[][] = targets.map(() => []);
  for (let round = -WARM_ROUNDS; round < ROUNDS; round++) {
    for (const [index, target] of targets.entries()) {
      const micros = await costOf(target);
      // The first ones let the engine compile.
      if (round >= 0) rounds[index]?.push(micros);
    }
  }
  const medians = rounds.map(median);
  for (const [index, { name }] of targets.entries()) {
    const micros = medians[index] ?? Number.NaN;
    console.log(
      `${micros.toFixed(0).padStart(7)} µs ${Math.round(1e6 / micros)
        .toString()
        .padStart(7)}/s  ${name}`,
    );
  }
  // One figure per target, in their order.
  return medians as { [Index in keyof Targets]: number };
}

async function costOf({ server, path, headers, requests }: Target): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const before = await server.cpuMicros();
  let left = requests;
  const ask = async () => {
    while (left-- > 0) await get(server.url + path, headers, agent);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  const after = await server.cpuMicros();
  agent.destroy();
  return (after - before) / requests;
}

function get(url: string, headers: Record<string, string> | undefined, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: headers ?? {}, agent }, (response) => {
      if (response.statusCode !== 200 && response.statusCode !== 304)
        reject(new Error(`${url}: ${response.statusCode}`));
      response.resume().on("end", resolve);
    });
    sent.on("error", reject).end();
  });
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

type Server = {
  url: string;
  ask(message: ToServer): Promise<FromServer>;
  cpuMicros(): Promise<number>;
  stop(): Promise<void>;
};

async function startServer(what: ToServer): Promise<Server> {
  const child: ChildProcess = fork(new URL("./api-server.ts", import.meta.url), {
    // Its log is written, as in use, but nobody reads it.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ask = async (message: ToServer): Promise<FromServer> => {
    child.send(message);
    const [answer] = await once(child, "message");
    return answer;
  };
  const started = await ask(what);
  if (typeof started === "string" || !("url" in started)) throw new Error("the server did not start");
  return {
    url: started.url,
    ask,
    async cpuMicros() {
      const answer = await ask("cpu");
      return typeof answer === "object" && "cpuMicros" in answer ? answer.cpuMicros : Number.NaN;
    },
    async stop() {
      await ask("stop");
    },
  };
}
