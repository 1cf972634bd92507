import { execFileSync, spawn } from "node:child_process";
import { createWriteStream, readFileSync, writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { createAlbum } from "../contract/albums.ts";
import { login } from "../contract/auth.ts";
import { createClient } from "../rig/client.ts";
import { freePort } from "../rig/free-port.ts";
import { ensureProgram } from "../rig/programs.ts";
import { spawnServer } from "../rig/server-process.ts";
import { upload } from "../rig/upload.ts";
import { waitUntil } from "../rig/wait-until.ts";
import { expect } from "./expect.ts";

/**
 * Runs deploy/Caddyfile, with only the plain port replaced, in front of a real server, and tries what it promises: `npx node
 * proofs/prove-caddy.ts`. Its certificate is of Caddy's own authority: none is given out for this machine.
 */
const ADMIN = { email: "admin@example.com", password: "caddy proof" };

process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
await using home = await mkdtempDisposable(join(tmpdir(), "vitrine-caddy-"));
const [https, http, inner] = [await freePort(), await freePort(), await freePort()];
const url = `https://localhost:${https}`;
const program = await ensureProgram("caddy", "caddy");
const text = readFileSync("deploy/Caddyfile", "utf8");
const config = join(home.path, "Caddyfile");
const log = join(home.path, "caddy.log");
writeFileSync(config, text.replace("admin off", `$&\nhttp_port ${http}\nskip_install_trust`));

expect(
  "the file is as `caddy fmt` writes it",
  execFileSync(program, ["fmt", "deploy/Caddyfile"], { encoding: "utf8" }) === text,
);
{
  await using _caddy = await startCaddy();
  await tryHeaders();
  await using server = await spawnServer(join(home.path, "data"), {
    PORT: String(inner),
    PUBLIC_URL: url,
    TRUST_PROXY: "1",
    ADMIN_PASSWORD: ADMIN.password,
  });
  const visitor = createClient(url);
  await waitUntil("Caddy and the server respond", async () => (await visitor.fetch("/readyz")).status === 200);
  await tryPages(visitor);
  await tryUpload(visitor);
  await server.stop();
  for (const path of ["/s/secret-of-a-room", "/_page/_draft/secret-of-a-draft", "/category"]) {
    const headers = { referer: `${url}/s/secret-of-a-referrer` };
    expect(`without the server, ${path} is 502`, (await visitor.fetch(path, { headers })).status === 502);
  }
}
const written = readFileSync(log, "utf8");
expect("the log has errors of other pages", written.includes("/category"));
expect("it has no link of a room or a draft", written.includes("/s/hidden") && !written.includes("secret-of"));
console.log("The Caddyfile works.");

async function startCaddy(): Promise<AsyncDisposable> {
  const env = { ...process.env, PUBLIC_URL: url, UPSTREAM: `127.0.0.1:${inner}`, XDG_DATA_HOME: home.path };
  const caddy = spawn(program, ["run", "--adapter", "caddyfile", "--config", config], {
    env: { ...env, XDG_CONFIG_HOME: home.path },
  });
  caddy.stderr.pipe(createWriteStream(log));
  const ended = new Promise((resolve) => caddy.once("close", resolve));
  await waitUntil("Caddy responds", () => fetch(url).then(({ status }) => status === 502));
  return {
    async [Symbol.asyncDispose]() {
      caddy.kill("SIGTERM");
      await ended;
    },
  };
}

/** What arrives at the server of a request that claims to be somebody else's. */
async function tryHeaders(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<IncomingHttpHeaders>();
  const server = createServer((request, response) => {
    if (request.url === "/headers") resolve(request.headers);
    response.end();
  }).listen(inner, "127.0.0.1");
  const claims = {
    "x-forwarded-for": "203.0.113.9",
    "x-forwarded-proto": "http",
    "x-forwarded-host": "evil.example",
    forwarded: "for=203.0.113.9",
    "x-request-id": "mine",
  };
  await fetch(`${url}/headers`, { headers: claims });
  const headers = await promise;
  expect(
    "the visitor's IP address is the one that Caddy sees",
    /^(127\.0\.0\.1|::1)$/.test(`${headers["x-forwarded-for"]}`),
  );
  expect("and the protocol", headers["x-forwarded-proto"] === "https");
  expect("a claimed host does not arrive", !headers["x-forwarded-host"] && !headers.forwarded);
  expect("the host does", headers.host === new URL(url).host);
  expect("each request has an id of its own", /^[0-9a-f-]{36}$/.test(`${headers["x-request-id"]}`));
  await new Promise((done) => server.close(done).closeAllConnections());
}

async function tryPages(visitor: ReturnType<typeof createClient>): Promise<void> {
  const plain = await fetch(`http://localhost:${http}/travel`, { redirect: "manual" });
  expect("plain HTTP redirects to TLS", plain.headers.get("location")?.startsWith("https://localhost") === true);
  const page = await visitor.fetch("/");
  expect("the home page is served", page.status === 200 && (await page.text()).includes(`${url}/`));
  const strict = page.headers.get("strict-transport-security");
  expect("browsers are instructed to use TLS only", strict === "max-age=31536000");
  expect("the server's own headers pass through", page.headers.has("content-security-policy"));
  expect("metrics are blocked", (await visitor.fetch("/metrics")).status === 403);
}

async function tryUpload(visitor: ReturnType<typeof createClient>): Promise<void> {
  const { token } = await visitor.call(login, { body: ADMIN });
  const owner = createClient(url, token);
  const { album } = await owner.call(createAlbum, { body: { title: "Proof", category: "travel" } });
  // Noise does not compress, so a few files make a large upload.
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const picture = await sharp({ create: { width: 2400, height: 1800, channels: 3, background: "#888", noise } })
    .jpeg({ quality: 95 })
    .toBuffer();
  const files = [1, 2, 3, 4].map((number) => ({ name: `${number}.jpg`, bytes: picture }));
  const uploaded = await upload(owner, album, files);
  const megabytes = Math.round((picture.length * files.length) / 1e6);
  expect(`an upload of ${megabytes} MB gets through`, uploaded.status === 201);
  const medium = uploaded.body.photos[0]?.image_urls.medium ?? "";
  const part = await visitor.fetch(medium, { headers: { range: "bytes=0-99" } });
  expect("a range of a picture can be requested", part.status === 206 && (await part.arrayBuffer()).byteLength === 100);
}
