import { updateSite } from "../contract/site.ts";
import { requestsPerSecond } from "../rig/load.ts";
import { median, medianRatio } from "../rig/percentile.ts";
import { processUse } from "../rig/processes.ts";
import { atMost, RATIO, report } from "../rig/report.ts";
import { startSite } from "../rig/server.ts";

/**
 * The promise: what is refused costs the server no more CPU time than three cached pages, whether it is a link to a room that
 * does not exist or a form. A form is sent again and again, as a bot would (decision 063). Each measure takes its turn in every
 * round, so that other programs slow all of them down.
 */
const MAX_RATIO = 3;
const PHOTOS = 60;
const ROUNDS = 12;
const ROUND_MS = 800;
/** Not counted: the engine still compiles. */
const WARM_UP_ROUNDS = 4;
/** Of the contact form, an hour. */
const NETWORK_LIMIT = 20;
const NETWORK = "x-forwarded-for: 192.0.2.1";
const ENCODINGS = { "as they are": "", brotli: "accept-encoding: br\r\n" };

type Load = Parameters<typeof requestsPerSecond>[0];

// Behind a proxy, so that each request can come from another network.
const site = await startSite({ TRUST_PROXY: "1", LOG_LEVEL: "info" });
try {
  const album = await site.album("Sixty photos", { category: "urban" });
  for (let start = 0; start < PHOTOS; start += 20) {
    const names = Array.from({ length: 20 }, (_, index) => `photo ${start + index}.jpg`);
    await site.photos(
      album,
      names.map((name) => ({ name, width: 600, height: 400 })),
    );
  }
  await site.admin.call(updateSite, { body: { contact_form: true, email: "mira@example.com" } });
  const unused = await sendUntilRefused();
  for (const [name, encoding] of Object.entries(ENCODINGS)) await measure(name, encoding, { page: album.url, unused });
} finally {
  await site.stop();
}

async function measure(name: string, encoding: string, { page, unused }: { page: string; unused: string }) {
  const head = (more = "") => `${encoding}host: bench.example${more && `\r\n${more}`}`;
  const load = { url: site.url, connections: 8, durationMs: ROUND_MS, headers: () => head() };
  const room = { ...load, status: 404 };
  const form = {
    ...load,
    path: "/contact",
    status: 422,
    headers: (n: number) => head(`x-forwarded-for: ${networkAt(n)}`),
  };
  const loads = {
    "the cached page of an album": { ...load, path: page },
    "an unknown room": { ...room, path: () => `/s/${token()}` },
    "the data of an unknown room": { ...room, path: () => `/s/${token()}/data` },
    "the password of an unknown room": { ...room, path: () => `/s/${token()}/unlock`, form: () => "password=sesame" },
    "a form with a mistake": { ...form, form: () => fields({ email: "nobody", form: unused }) },
    "a form that the site did not make": { ...form, form: () => fields({}) },
    "a form of a network that has sent too many": {
      ...form,
      status: 429,
      headers: () => head(NETWORK),
      form: () => fields({ form: unused }),
    },
  };
  const micros = await costsOf(loads);
  const cached = micros["the cached page of an album"] ?? [];
  const measures = Object.entries(micros).map(([what, costs]) =>
    atMost(`${what}: ${median(costs).toFixed(0)} µs`, medianRatio(costs, cached), MAX_RATIO, RATIO),
  );
  report(`CPU time of a response, ${name}, median of ${ROUNDS} rounds, against the cached page`, measures);
}

async function costsOf(loads: Record<string, Load>): Promise<Record<string, number[]>> {
  const costs: Record<string, number[]> = Object.fromEntries(Object.keys(loads).map((what) => [what, []]));
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const [what, load] of Object.entries(loads)) {
      const micros = await costOf(load);
      if (round >= 0) costs[what]?.push(micros);
    }
  }
  return costs;
}

/** Microseconds of the server's CPU time per response. */
async function costOf(load: Load): Promise<number> {
  const cpuSeconds = () => processUse(site.pid)?.cpuSeconds ?? Number.NaN;
  const [before, startedAt] = [cpuSeconds(), performance.now()];
  const perSecond = await requestsPerSecond(load);
  const responses = perSecond * ((performance.now() - startedAt) / 1000);
  return ((cpuSeconds() - before) * 1e6) / responses;
}

/** The form that it returns is valid, and stays unused: one network has sent what it may. */
async function sendUntilRefused(): Promise<string> {
  const forms: string[] = [];
  for (let form = 0; form <= NETWORK_LIMIT; form++) {
    const page = await (await site.visitor.fetch("/contact")).text();
    forms.push(/name="form" value="([^"]+)"/.exec(page)?.[1] ?? "");
  }
  // Forms are refused for the first three seconds.
  await new Promise((resolve) => setTimeout(resolve, 3_100));
  const [name = "", value = ""] = NETWORK.split(": ");
  for (const form of forms) {
    await site.visitor.fetch("/contact", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", [name]: value },
      body: fields({ form }),
      redirect: "manual",
    });
  }
  return forms.at(-1) ?? "";
}

function fields(given: Record<string, string>): string {
  const message = "Is the harbour print for sale? ".repeat(8);
  return new URLSearchParams({ name: "Jonas", email: "jonas@example.com", message, form: "x", ...given }).toString();
}

function token(): string {
  return Math.random().toString(36).slice(2).padEnd(32, "x");
}

function networkAt(n: number): string {
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
}
