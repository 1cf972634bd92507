import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { freePort } from "../rig/free-port.ts";
import { type SpawnedServer, spawnServer } from "../rig/server-process.ts";
import { waitUntil } from "../rig/wait-until.ts";
import { expect } from "./expect.ts";

/**
 * Runs deploy/nginx.conf, with only ports and certificate replaced, in front of a real server, and tries what it promises.
 * Needs nginx and openssl: `npx node proofs/prove-nginx.ts`.
 */
const PASSWORD = "nginx proof";
const HOST = { host: "example.com" };

type NginxResponse = { status: number; headers: IncomingMessage["headers"]; body: Buffer };
type Call = { method?: string; headers?: Record<string, string>; body?: Buffer };

const home = mkdtempSync(join(tmpdir(), "vitrine-nginx-"));
const [http, https, inner] = [await freePort(), await freePort(), await freePort()];
const server = await startVitrine();
const nginx = startNginx();
try {
  await waitUntil("nginx and the server respond", async () => (await call("/readyz")).status === 200);
  await tryPages();
  await tryUpload();
  console.log("The nginx sample works.");
} finally {
  nginx.kill("SIGTERM");
  if (nginx.exitCode === null) await once(nginx, "exit");
  await server.stop();
  rmSync(home, { recursive: true, force: true });
}

function startVitrine(): Promise<SpawnedServer> {
  const env = { PORT: String(inner), PUBLIC_URL: "https://example.com", TRUST_PROXY: "1", ADMIN_PASSWORD: PASSWORD };
  return spawnServer(join(home, "data"), env);
}

function startNginx(): ChildProcess {
  const [key, certificate] = [join(home, "key.pem"), join(home, "certificate.pem")];
  const subject = ["-subj", "/CN=example.com", "-days", "1", "-nodes"];
  const files = ["-keyout", key, "-out", certificate];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", ...subject, ...files], { stdio: "ignore" });
  const site = readFileSync("deploy/nginx.conf", "utf8")
    .replace(/^.*listen \[::\].*\n/gm, "")
    .replace("listen 80;", `listen 127.0.0.1:${http};`)
    .replace("listen 443 ", `listen 127.0.0.1:${https} `)
    .replace("127.0.0.1:3000", `127.0.0.1:${inner}`)
    .replace(/\/etc\/letsencrypt\S+fullchain.pem/, certificate)
    .replace(/\/etc\/letsencrypt\S+privkey.pem/, key);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${home}/${name};`,
  );
  const whole = `daemon off; pid ${home}/pid; error_log stderr crit;
events {}
http { access_log off; ${temporary.join(" ")}\n${site}\n}\n`;
  writeFileSync(join(home, "nginx.conf"), whole);
  // As root, nginx works as another user, who must reach the temporary folders.
  chmodSync(home, 0o755);
  return spawn("nginx", ["-e", "stderr", "-p", home, "-c", join(home, "nginx.conf")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function tryPages(): Promise<void> {
  const plain = await responseOf(requestHttp({ port: http, host: "127.0.0.1", path: "/travel", headers: HOST }).end());
  expect(
    "plain HTTP redirects to TLS",
    plain.status === 301 && plain.headers.location === "https://example.com/travel",
  );
  const page = await call("/");
  expect("the home page is served", page.status === 200 && page.body.includes("<html"));
  expect("browsers are instructed to use TLS only", page.headers["strict-transport-security"] === "max-age=31536000");
  expect("the server's own headers pass through", page.headers["content-security-policy"] !== undefined);
  expect("pages contain public addresses", page.body.includes("https://example.com/"));
  expect("metrics are blocked", (await call("/metrics")).status === 403);
  const claimed = await call("/", { headers: { "x-forwarded-host": "evil.example" } });
  expect("a claimed host is ignored", !claimed.body.includes("evil.example"));
  const ready = await Promise.all(Array.from({ length: 20 }, () => call("/readyz")));
  expect("readiness is limited", ready.filter(({ status }) => status === 429).length >= 10);
}

async function tryUpload(): Promise<void> {
  const login = await callJson("/auth/login", { email: "admin@example.com", password: PASSWORD });
  // The contract's response to a login that succeeds.
  const { token } = JSON.parse(login.body.toString()) as { token: string };
  expect("sign-in works", login.status === 200);
  const guesses = await Promise.all(
    Array.from({ length: 40 }, () => callJson("/auth/login", { email: "a@example.com", password: "wrong password" })),
  );
  const refusedByServer = guesses.filter(({ headers }) => headers["x-request-id"] !== undefined).length;
  expect(`of 40 sign-ins ${refusedByServer} reach the server`, refusedByServer <= 25);
  await callJson("/admin/albums", { title: "Proof", category: "travel" }, token);

  const picture = await noisyPicture();
  const form = new Response(formWith(picture));
  const contentType = form.headers.get("content-type") ?? "";
  const body = Buffer.from(await form.arrayBuffer());
  const headers = { authorization: `Bearer ${token}`, "content-type": contentType };
  const uploaded = await call("/api/v1/admin/albums/proof/photos", { method: "POST", headers, body });
  expect(`an upload of ${Math.round(body.length / 1e6)} MB gets through`, uploaded.status === 201);
  const { photos } = JSON.parse(uploaded.body.toString()) as { photos: { image_urls: { medium: string } }[] };
  const medium = photos[0]?.image_urls.medium ?? "";
  const part = await call(medium, { headers: { range: "bytes=0-99" } });
  expect("a range of a picture can be requested", part.status === 206 && part.body.length === 100);
}

/** Noise does not compress, so a few files make a large upload. */
async function noisyPicture(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 2400, height: 1800, channels: 3, background: "#888", noise } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

function formWith(picture: Buffer): FormData {
  const form = new FormData();
  for (let number = 1; number <= 4; number++)
    form.append("photos[]", new File([new Uint8Array(picture)], `${number}.jpg`));
  return form;
}

function call(path: string, { method = "GET", headers = {}, body }: Call = {}): Promise<NginxResponse> {
  const options = { port: https, host: "127.0.0.1", path, method, headers: { ...HOST, ...headers } };
  // The certificate is self-signed, made a moment ago.
  return responseOf(requestHttps({ ...options, servername: "example.com", rejectUnauthorized: false }).end(body));
}

function callJson(path: string, body: object, token = ""): Promise<NginxResponse> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  return call(`/api/v1${path}`, { method: "POST", headers, body: Buffer.from(JSON.stringify(body)) });
}

async function responseOf(request: ReturnType<typeof requestHttp>): Promise<NginxResponse> {
  // Node's types leave the event's only argument unknown.
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) };
}
