import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { createAlbum } from "../contract/albums.ts";
import { login } from "../contract/auth.ts";
import { createClient } from "../rig/client.ts";
import { freePort } from "../rig/free-port.ts";
import { startNginx } from "../rig/nginx.ts";
import { spawnServer } from "../rig/server-process.ts";
import { upload } from "../rig/upload.ts";
import { waitUntil } from "../rig/wait-until.ts";
import { expect } from "./expect.ts";

/**
 * Runs deploy/nginx.conf, with only domain, ports and certificate replaced, in front of a real server, and tries what it promises.
 * Needs nginx and openssl: `npx node proofs/prove-nginx.ts`.
 */
const DOMAIN = "localhost";
const ADMIN = { email: "admin@example.com", password: "nginx proof" };

// The certificate is self-signed, made a moment ago.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
await using home = await mkdtempDisposable(join(tmpdir(), "vitrine-nginx-"));
const LOGS = { access: join(home.path, "access.log"), error: join(home.path, "error.log") };
const [https, inner] = [await freePort(), await freePort()];
const env = {
  PORT: String(inner),
  PUBLIC_URL: `https://${DOMAIN}`,
  TRUST_PROXY: "1",
  ADMIN_PASSWORD: ADMIN.password,
};
await using server = await spawnServer(join(home.path, "data"), env);
await using nginx = await startNginx(siteFor(makeCertificate()));

const url = `https://${DOMAIN}:${https}`;
const visitor = createClient(url);

await waitUntil("nginx and the server respond", async () => (await visitor.fetch("/readyz")).status === 200);
await tryPages();
await tryUpload();
await tryLogs();
console.log("The nginx sample works.");

function makeCertificate(): { key: string; certificate: string } {
  const [key, certificate] = [join(home.path, "key.pem"), join(home.path, "certificate.pem")];
  const subject = ["-subj", `/CN=${DOMAIN}`, "-days", "1", "-nodes"];
  const files = ["-keyout", key, "-out", certificate];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", ...subject, ...files], { stdio: "ignore" });
  return { key, certificate };
}

function siteFor({ key, certificate }: { key: string; certificate: string }): (http: number) => string {
  return (http) =>
    readFileSync("deploy/nginx.conf", "utf8")
      .replaceAll("example.com", DOMAIN)
      .replaceAll(`server_name ${DOMAIN};`, `$& access_log ${LOGS.access}; error_log ${LOGS.error} info;`)
      .replace(/^.*listen \[::\].*\n/gm, "")
      .replace("listen 80;", `listen 127.0.0.1:${http};`)
      .replace("listen 443 ", `listen 127.0.0.1:${https} `)
      .replace("127.0.0.1:3000", `127.0.0.1:${inner}`)
      .replace(/\/etc\/letsencrypt\S+fullchain.pem/, certificate)
      .replace(/\/etc\/letsencrypt\S+privkey.pem/, key);
}

async function tryPages(): Promise<void> {
  const plain = await fetch(`http://${DOMAIN}:${new URL(nginx.url).port}/travel`, { redirect: "manual" });
  const isRedirected = plain.status === 301 && plain.headers.get("location") === `https://${DOMAIN}/travel`;
  expect("plain HTTP redirects to TLS", isRedirected);
  const page = await visitor.fetch("/");
  const text = await page.text();
  expect("the home page is served", page.status === 200 && text.includes("<html"));
  const strict = page.headers.get("strict-transport-security");
  expect("browsers are instructed to use TLS only", strict === "max-age=31536000");
  expect("the server's own headers pass through", page.headers.has("content-security-policy"));
  expect("pages contain public addresses", text.includes(`https://${DOMAIN}/`));
  expect("metrics are blocked", (await visitor.fetch("/metrics")).status === 403);
  const claimed = await visitor.fetch("/", { headers: { "x-forwarded-host": "evil.example" } });
  expect("a claimed host is ignored", !(await claimed.text()).includes("evil.example"));
  const ready = await Promise.all(Array.from({ length: 20 }, () => visitor.fetch("/readyz")));
  expect("readiness is limited", ready.filter(({ status }) => status === 429).length >= 10);
}

async function tryUpload(): Promise<void> {
  const { token } = await visitor.call(login, { body: ADMIN });
  expect("sign-in works", token !== "");
  const body = JSON.stringify({ email: "a@example.com", password: "wrong password" });
  const guess = { method: "POST", headers: { "content-type": "application/json" }, body };
  const guesses = await Promise.all(Array.from({ length: 40 }, () => visitor.fetch("/api/v1/auth/login", guess)));
  const refusedByServer = guesses.filter(({ headers }) => headers.has("x-request-id")).length;
  expect(`of 40 sign-ins ${refusedByServer} reach the server`, refusedByServer <= 25);

  const owner = createClient(url, token);
  const { album } = await owner.call(createAlbum, { body: { title: "Proof", category: "travel" } });
  const picture = await noisyPicture();
  const files = [1, 2, 3, 4].map((number) => ({ name: `${number}.jpg`, bytes: picture }));
  const uploaded = await upload(owner, album, files);
  const megabytes = Math.round((picture.length * files.length) / 1e6);
  expect(`an upload of ${megabytes} MB gets through`, uploaded.status === 201);
  const medium = uploaded.body.photos[0]?.image_urls.medium ?? "";
  const part = await visitor.fetch(medium, { headers: { range: "bytes=0-99" } });
  const { byteLength } = await part.arrayBuffer();
  expect("a range of a picture can be requested", part.status === 206 && byteLength === 100);
}

/** What opens a room stays out of both logs, also when the server is down. Other pages show that the logs are written. */
async function tryLogs(): Promise<void> {
  const plain = `http://${DOMAIN}:${new URL(nginx.url).port}`;
  const ask = async (path: string) => {
    await fetch(plain + path, { redirect: "manual" });
    await visitor.fetch(path);
  };
  await ask("/s/secret-of-a-room");
  await server.stop();
  await ask("/s/secret-of-a-room");
  await ask("/category");
  const [access, error] = [readFileSync(LOGS.access, "utf8"), readFileSync(LOGS.error, "utf8")];
  expect("both logs have other pages", access.includes("/category") && error.includes("/category"));
  expect("neither has the link of a room", !access.includes("secret-of") && !error.includes("secret-of"));
}

/** Noise does not compress, so a few files make a large upload. */
async function noisyPicture(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 2400, height: 1800, channels: 3, background: "#888", noise } })
    .jpeg({ quality: 95 })
    .toBuffer();
}
