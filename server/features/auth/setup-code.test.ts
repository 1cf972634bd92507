import { request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startTestServer } from "../../../rig/server/start-test-server.ts";
import { ADMIN } from "../../../rig/server/template.ts";
import { setupLink } from "./setup-link.ts";

const UNCLAIMED = { ADMIN_PASSWORD: "" };
const claim = { ...ADMIN, password_confirmation: ADMIN.password };

/** Every sign that a request may come from another machine, through a proxy on this one. */
const NOT_LOCAL: Record<string, Record<string, string>> = {
  "a proxy that passes the visitor's host on": { host: "photos.example" },
  "another machine that reaches this one by name": { host: "nas.local:3000" },
  "an address of the local network": { host: "192.168.1.20:3000" },
  "a name that only begins like a local one": { host: "localhost.example" },
  "x-forwarded-for": { "x-forwarded-for": "203.0.113.7" },
  "x-forwarded-host": { "x-forwarded-host": "photos.example" },
  "x-forwarded-proto": { "x-forwarded-proto": "https" },
  forwarded: { forwarded: "for=203.0.113.7" },
  "x-real-ip": { "x-real-ip": "203.0.113.7" },
  via: { via: "1.1 proxy" },
  "cf-connecting-ip": { "cf-connecting-ip": "203.0.113.7" },
  "x-cluster-client-ip": { "x-cluster-client-ip": "203.0.113.7" },
  "fastly-client-ip": { "fastly-client-ip": "203.0.113.7" },
  "x-azure-socketip": { "x-azure-socketip": "203.0.113.7" },
  "x-envoy-external-address": { "x-envoy-external-address": "203.0.113.7" },
  "x-amzn-trace-id": { "x-amzn-trace-id": "Root=1-67891233-abcdef012345678912345678" },
  "cloudfront-viewer-address": { "cloudfront-viewer-address": "203.0.113.7:46532" },
  "ngrok-trace-id": { "ngrok-trace-id": "1" },
  traceparent: { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
  "a header that no one knows yet": { "x-tunnel-peer": "203.0.113.7" },
  "a page of another site": { origin: "https://photos.example" },
  "a page of another site that the browser does not name": { "sec-fetch-site": "cross-site" },
};

/** What Chromium sends with a script's request to its own page. */
const BROWSER = {
  connection: "keep-alive",
  "sec-ch-ua": '"Chromium";v="142"',
  "sec-ch-ua-mobile": "?0",
  "sec-ch-ua-platform": '"Linux"',
  "user-agent": "Mozilla/5.0",
  accept: "*/*",
  origin: "http://localhost:3000",
  "sec-fetch-site": "same-origin",
  "sec-fetch-mode": "cors",
  "sec-fetch-dest": "empty",
  referer: "http://localhost:3000/admin/login",
  "accept-encoding": "gzip, deflate, br, zstd",
  "accept-language": "en-GB,en;q=0.9",
  cookie: "vitrine_device=1",
  dnt: "1",
  pragma: "no-cache",
  "cache-control": "no-cache",
  priority: "u=1, i",
};

test("the code is needed with every sign of another machine", async () => {
  const { node, clock } = await startTestServer(UNCLAIMED);
  for (const [sign, headers] of Object.entries(NOT_LOCAL)) {
    // Attempts are limited.
    clock.advanceMs(60 * 60 * 1000);
    expect(await ask(node.url, "GET", "/setup", headers), sign).toMatchObject({ body: { code_required: true } });
    expect(await ask(node.url, "POST", "/register", headers, claim), sign).toMatchObject({ status: 403 });
  }
});

test.each(["localhost", "localhost:3000", "127.0.0.1:3000", "[::1]:3000", "127.0.0.53"])(
  "the code is not needed on the machine itself, at %s",
  async (host) => {
    const { node } = await startTestServer(UNCLAIMED);

    expect(await ask(node.url, "GET", "/setup", { host })).toMatchObject({ body: { code_required: false } });
    expect(await ask(node.url, "POST", "/register", { ...BROWSER, host }, claim)).toMatchObject({ status: 201 });
  },
);

test("on the local network, the code from the server's output sets the site up", async () => {
  const { node, deps } = await startTestServer(UNCLAIMED);
  const link = await setupLink(deps, node.url);
  const { value: setup_code } = await deps.db
    .selectFrom("setting")
    .select("value")
    .where("key", "=", "setup_code")
    .executeTakeFirstOrThrow();

  const response = await ask(node.url, "POST", "/register", { host: "nas.local:3000" }, { ...claim, setup_code });

  expect(link).toBe(`${node.url}/admin/login#setup=${setup_code}`);
  expect(response.status).toBe(201);
});

test("a server that listens on all addresses of IPv6 prints a link that can be opened", async () => {
  const { node, deps } = await startTestServer({ ...UNCLAIMED, HOST: "::" });

  const link = await setupLink(deps, node.url);

  expect(link).toMatch(/^http:\/\/\[::1\]:\d+\/admin\/login#setup=/);
  expect((await fetch(link ?? "")).status).toBe(200);
});

/** Sends headers that `fetch` does not allow. */
async function ask(url: string, method: string, path: string, headers: Record<string, string>, body?: object) {
  const sent = body && JSON.stringify(body);
  const type: Record<string, string> = sent ? { "content-type": "application/json" } : {};
  const response = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    httpRequest(`${url}/api/v1/auth${path}`, { method, headers: { ...type, ...headers } })
      .on("response", async (response) => resolve({ status: response.statusCode, body: await text(response) }))
      .on("error", reject)
      .end(sent);
  });
  return { status: response.status, body: JSON.parse(response.body) as object };
}
