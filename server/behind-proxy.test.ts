import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { login } from "../contract/auth.ts";
import { startTestServer } from "../rig/server/start-test-server.ts";
import { ADMIN } from "../rig/server/template.ts";

test("metrics are hidden from clients behind a proxy, unless they have the token", async () => {
  const open = await startTestServer();
  const forwarded = await open.visitor.fetch("/metrics", { headers: { "x-forwarded-for": "203.0.113.7" } });
  expect(forwarded.status).toBe(404);
  // A proxy that adds no header passes on the visitor's Host, or speaks HTTP/1.0.
  expect(await metricsStatus(open.node.url, "GET /metrics HTTP/1.1\r\nHost: photos.example")).toBe(404);
  expect(await metricsStatus(open.node.url, "GET /metrics HTTP/1.0\r\nHost: 127.0.0.1")).toBe(404);
  expect(await metricsStatus(open.node.url, "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1")).toBe(200);
  // As Prometheus asks.
  const local = "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Prometheus-Scrape-Timeout-Seconds: 10";
  expect(await metricsStatus(open.node.url, local)).toBe(200);
  expect(await metricsStatus(open.node.url, `${local}\r\nX-Envoy-Peer-Metadata: 1`)).toBe(404);

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

async function metricsStatus(url: string, head: string): Promise<number> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  return Number((await text(socket)).split(" ", 2)[1]);
}
