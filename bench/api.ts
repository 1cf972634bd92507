import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { login } from "../contract/auth.ts";
import { API_PREFIX } from "../contract/endpoint.ts";
import { createClient } from "../rig/client.ts";
import { median } from "../rig/percentile.ts";
import { atLeast, atMost, RATIO, report } from "../rig/report.ts";
import { ADMIN } from "../rig/server-process.ts";
import { ALBUM_PHOTOS, type FromServer, type ToServer } from "./api-server.ts";

/**
 * The promise: responses cost at most these multiples of each other in CPU time of the server. One thread responds, so the
 * inverse is requests/s, and other programs on the machine do not distort it. Each pair is measured in turns.
 */
const ROUNDS = 7;
const WARM_ROUNDS = 5;
const REQUESTS_HOT = 1_000;
const REQUESTS_COLD = 100;
const CONNECTIONS = 8;
const SMALL = 100;
const LARGE = 100_000;
const ALBUM = `${API_PREFIX}/albums/bench`;
const LIST = `${API_PREFIX}/admin/photos?limit=100`;

type Target = { name: string; server: Server; path: string; headers?: Record<string, string>; requests: number };

const small = await startServer({ photos: SMALL });
const large = await startServer({ photos: LARGE });
const list = { path: LIST, requests: REQUESTS_COLD };
const inLargeList = { ...list, ...(await signedIn(large)), name: `GET /admin/photos?limit=100 of ${LARGE}` };
const inSmallList = { ...list, ...(await signedIn(small)), name: `GET /admin/photos?limit=100 of ${SMALL}` };
const whole = await fetch(small.url + ALBUM);
const etag = whole.headers.get("etag") ?? "";
const page = await fetch(large.url + LIST, { headers: inLargeList.headers });
const bareAlbum = await startServer({ plain: { body: await whole.text(), isObject: false } });
const bareList = await startServer({ plain: { body: await page.text(), isObject: true } });
try {
  console.log(`CPU time of the server per response, median of ${ROUNDS} rounds`);
  const hot = { path: ALBUM, requests: REQUESTS_HOT };
  const [ready, bare, unchanged, inLarge] = await measure([
    { ...hot, name: `GET /albums/{slug}, ${ALBUM_PHOTOS} photos`, server: small },
    { ...hot, name: "a bare Fastify route with the same bytes", server: bareAlbum },
    { ...hot, name: "the same album with If-None-Match", server: small, headers: { "if-none-match": etag } },
    { ...hot, name: `the same album among ${LARGE} photos`, server: large },
  ]);
  const [listLarge, listSmall, listBare] = await measure([
    inLargeList,
    inSmallList,
    { ...list, name: "a bare Fastify route that serializes the same photos", server: bareList },
  ]);
  await Promise.all([small.ask("disable cache"), large.ask("disable cache")]);
  const cold = { path: ALBUM, requests: REQUESTS_COLD };
  const [coldLarge, coldSmall] = await measure([
    { ...cold, name: `the album uncached, among ${LARGE} photos`, server: large },
    { ...cold, name: `the album uncached, among ${SMALL} photos`, server: small },
  ]);

  report("Ratios", [
    atLeast("requests/s of an album, against the bare route", bare / ready, 0.8, RATIO),
    atLeast("requests/s with If-None-Match, against without", ready / unchanged, 1, RATIO),
    atMost("cost of an album in the large library, against the small one", inLarge / ready, 1.2, RATIO),
    atMost("the same, uncached", coldLarge / coldSmall, 1.5, RATIO),
    // Of 4.6 times, serializing and sending is 1.4, building the photos with their addresses 0.8, reading the rows 0.7, and
    // checking them against the contract 0.3.
    atMost("cost of a page of the admin's photos, against the bare route", listLarge / listBare, 6, RATIO),
    atMost("the same, large against small", listLarge / listSmall, 1.2, RATIO),
  ]);
} finally {
  await Promise.all([small, large, bareAlbum, bareList].map((server) => server.stop()));
}

async function signedIn(server: Server) {
  const { token } = await createClient(server.url).call(login, { body: ADMIN });
  return { server, headers: { authorization: `Bearer ${token}` } };
}

/** Microseconds per response for each target, measured in turns so that other programs slow all of them down. */
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
  // One figure per target, in the same order.
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

type Server = {
  url: string;
  ask(message: ToServer): Promise<FromServer>;
  cpuMicros(): Promise<number>;
  stop(): Promise<void>;
};

async function startServer(what: ToServer): Promise<Server> {
  const child: ChildProcess = fork(new URL("./api-server.ts", import.meta.url), {
    // It writes its log as in production, but the log is discarded.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ask = async (message: ToServer): Promise<FromServer> => {
    child.send(message);
    const [reply] = await once(child, "message");
    return reply;
  };
  const started = await ask(what);
  if (typeof started === "string" || !("url" in started)) throw new Error("the server did not start");
  return {
    url: started.url,
    ask,
    async cpuMicros() {
      const reply = await ask("cpu");
      return typeof reply === "object" && "cpuMicros" in reply ? reply.cpuMicros : Number.NaN;
    },
    async stop() {
      await ask("stop");
    },
  };
}
