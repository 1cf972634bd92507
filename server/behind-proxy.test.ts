import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createAlbum } from "../contract/albums.ts";
import { login } from "../contract/auth.ts";
import { updateSite } from "../contract/site.ts";
import { addToken } from "../contract/tokens.ts";
import { startTestServer } from "../rig/server/start-test-server.ts";
import { ADMIN } from "../rig/server/template.ts";
import { unzip } from "../rig/server/unzip.ts";

test("metrics are hidden from clients behind a proxy, unless they have the token", async () => {
  const open = await startTestServer();
  const forwarded = await open.visitor.fetch("/metrics", { headers: { "x-forwarded-for": "203.0.113.7" } });
  expect(forwarded.status).toBe(404);
  // A proxy that adds no header passes on the visitor's Host, or speaks HTTP/1.0.
  expect(await statusOf(open.node.url, "GET /metrics HTTP/1.1\r\nHost: photos.example")).toBe(404);
  expect(await statusOf(open.node.url, "GET /metrics HTTP/1.0\r\nHost: 127.0.0.1")).toBe(404);
  expect(await statusOf(open.node.url, "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1")).toBe(200);
  // As Prometheus asks.
  const local = "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Prometheus-Scrape-Timeout-Seconds: 10";
  expect(await statusOf(open.node.url, local)).toBe(200);
  expect(await statusOf(open.node.url, `${local}\r\nX-Envoy-Peer-Metadata: 1`)).toBe(404);

  const guarded = await startTestServer({ METRICS_TOKEN: "a-long-secret" });
  expect((await guarded.visitor.fetch("/metrics")).status).toBe(404);
  const allowed = await guarded.visitor.fetch("/metrics", { headers: { authorization: "Bearer a-long-secret" } });
  expect(allowed.status).toBe(200);
});

test("untrusted forwarding headers do not get around the limits", async () => {
  const { visitor } = await startTestServer();
  const statuses: number[] = [];
  for (let index = 0; index < 12; index++) {
    const response = await visitor.fetch("/api/v1/auth/login", {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `203.0.113.${index}` },
      body: JSON.stringify({ ...ADMIN, password: "wrong password" }),
    });
    statuses.push(response.status);
  }

  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect((await visitor.refused(login, { body: ADMIN })).status).toBe(429);
});

test("behind one proxy, limits count the visitor that the proxy names, not what the visitor claims", async () => {
  const { visitor } = await startTestServer({ TRUST_PROXY: "1" });
  const statuses: number[] = [];
  for (let index = 0; index < 22; index++) {
    const response = await visitor.fetch("/api/v1/auth/login", {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `203.0.113.${index}, 198.51.100.7` },
      body: JSON.stringify({ email: `nobody${index}@example.com`, password: "wrong password" }),
    });
    statuses.push(response.status);
  }

  expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
});

test("programs are given the host that the proxy was asked for, whatever X-Forwarded-Host claims", async () => {
  const { admin, visitor, node } = await startTestServer({ TRUST_PROXY: "1" });
  await admin.call(updateSite, { body: { piwigo_clients: true } });
  await admin.call(createAlbum, { body: { title: "Harbour", category: "urban" } });
  const current_password = ADMIN.password;
  const { token } = await admin.call(addToken, { body: { name: "darktable", scope: "publish", current_password } });
  const headers = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https", cookie: `pwg_id=${token}` };
  const { host } = new URL(node.url);

  const plugin = await admin.fetch("/api/v1/admin/publishing/lightroom.zip", { headers });
  const albums = await visitor.fetch("/ws.php?format=json&method=pwg.categories.getList", { headers });

  const sources = [...unzip(Buffer.from(await plugin.arrayBuffer())).values()].join();
  expect(sources).toContain(`https://${host}`);
  expect(sources).not.toContain("evil.example");
  expect(await albums.json()).toMatchObject({ result: { categories: [{ url: `https://${host}/urban/harbour` }] } });
  for (const path of ["/api/v1/admin/publishing/lightroom.zip", "/ws.php?method=pwg.getVersion"]) {
    const head = `GET ${path} HTTP/1.1\r\nHost: no host\r\nAuthorization: Bearer ${admin.token}`;
    expect([path, await statusOf(node.url, head)]).toEqual([path, 400]);
  }
});

async function statusOf(url: string, head: string): Promise<number> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  return Number((await text(socket)).split(" ", 2)[1]);
}
