import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { login } from "../../../contract/auth.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { createRoom } from "../../../contract/rooms.ts";
import { trashPhoto } from "../../../contract/trash.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { runCommand } from "../../../rig/server/run-command.ts";
import { startTestServer } from "../../../rig/server/start-test-server.ts";
import { upload } from "../../../rig/upload.ts";
import { visitRoom } from "../../../rig/visit-room.ts";
import { transaction } from "../../db/connect.ts";
import { recordDelete } from "../../library/files/intents.ts";
import { LOG_LINES } from "../../log.ts";

test("metrics count responses by route", async () => {
  const { node } = await startTestServer();
  await fetch(`${node.url}/healthz`);
  await fetch(`${node.url}/healthz`);

  const metrics = await (await fetch(`${node.url}/metrics`)).text();

  expect(metrics).toContain('vitrine_http_requests_total{method="GET",route="/healthz",status="200"} 2');
  expect(metrics).toMatch(/vitrine_http_request_duration_seconds_bucket\{route="\/healthz",le="\+Inf"\} 2/);
  expect(metrics).toMatch(/vitrine_memory_bytes \d+/);
});

test("metrics show the library, the disk and the last backup", async () => {
  const { node, deps, admin, seed } = await startTestServer();
  const { body } = await upload(admin, await seed.album(), [{ name: "a.jpg", bytes: await makePicture() }]);
  await admin.call(trashPhoto, { params: { id: body.photos[0]?.id ?? (0 as PhotoId) } });
  await transaction(deps.db, (trx) => recordDelete(trx, ["originals/ab/abc.jpg"], deps.now()));
  const folder = await mkdtemp(join(tmpdir(), "vitrine-metrics-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const read = async () => (await fetch(`${node.url}/metrics`)).text();
  expect(await read()).toMatch(/^vitrine_last_backup_timestamp_seconds 0$/m);
  await runCommand("backup", deps.config, [join(folder, "backup")]);

  const metrics = await read();

  expect(metrics).toMatch(/^vitrine_info\{version="\d+\.\d+\.\d+",commit="([0-9a-f]{12}|unknown)"\} 1$/m);
  expect(metrics).toMatch(/^vitrine_disk_free_bytes \d{3,}$/m);
  expect(metrics).toMatch(/^vitrine_photos\{place="trash"\} 1$/m);
  expect(metrics).toMatch(/^vitrine_library_bytes\{kind="originals"\} \d{2,}$/m);
  expect(metrics).toMatch(/^vitrine_queue_photos 0$/m);
  expect(metrics).toMatch(/^vitrine_deletes_unfinished 1$/m);
  expect(metrics).toMatch(/^vitrine_last_backup_timestamp_seconds 1\d{9}/m);
});

test("the alert about guesses names the routes where they are refused", async () => {
  const server = await startTestServer();
  const { admin, node, seed } = server;
  const { room } = await admin.call(createRoom, {
    body: { title: "Room", photo_ids: [(await seed.picture()).id], password: "open sesame" },
  });
  await node.visitor.refused(login, { body: { email: "nobody@example.com", password: "wrong password" } });
  await visitRoom(node, room).unlock("wrong");

  const metrics = await (await fetch(`${node.url}/metrics`)).text();
  const rules = await readFile(new URL("../../../deploy/alerts.yaml", import.meta.url), "utf8");

  const [routes = ""] = /(?<=route=~")[^"]+/.exec(rules) ?? [];
  const refused = [...metrics.matchAll(/^vitrine_http_requests_total\{.*route="([^"]+)",status="401"\} 1$/gm)];
  expect(refused.map(([, route]) => route).sort()).toEqual(routes.split("|").filter((route) => !/passkey/.test(route)));
});

test("each alert has a severity", async () => {
  const rules = await readFile(new URL("../../../deploy/alerts.yaml", import.meta.url), "utf8");

  const [, ...alerts] = rules.split("- alert: ");
  const severities = alerts.map((alert) => /severity: (critical|warning|info)$/m.exec(alert)?.[1]);

  expect(new Set(severities)).toEqual(new Set(["critical", "warning", "info"]));
});

test.each(["alerts.yaml", "grafana.json"])("deploy/%s names metrics that exist", async (file) => {
  const { node } = await startTestServer();
  const metrics = await (await fetch(`${node.url}/metrics`)).text();
  const series = [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = "", type]) =>
    type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  const text = await readFile(new URL(`../../../deploy/${file}`, import.meta.url), "utf8");

  const named = new Set([...text.matchAll(/\bvitrine_\w+/g)].map(([name]) => name));

  expect(named.size).toBeGreaterThan(5);
  expect([...named].filter((name) => !series.includes(name))).toEqual([]);
});

test("the log says of each request when, what, from where and how it ended, also of one that was refused", async () => {
  const { node, deps } = await startTestServer({ TRUST_PROXY: "1", METRICS_TOKEN: "a-long-secret" });
  const { visitor } = node;
  const { lines, log } = recordLog();
  deps.log.child = (bindings) => log.child(bindings);
  const headers = { "x-forwarded-for": "203.0.113.7", "x-request-id": "request-1" };

  await visitor.fetch("/api/v1/admin/photos?q=secret", { headers });
  await visitor.fetch("/api/v1/site", { method: "DELETE", headers });

  await expect.poll(() => lines.length).toBe(2);
  const told = { time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), reqId: "request-1", address: "203.0.113.7" };
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { ...told, level: "info", method: "GET", path: "/api/v1/admin/photos", status: 401 },
    { ...told, level: "info", method: "DELETE", path: "/api/v1/site", status: 405 },
  ]);
  expect(lines.join()).not.toContain("secret");
  const asMonitor = { authorization: "Bearer a-long-secret" };
  const metrics = await (await visitor.fetch("/metrics", { headers: asMonitor })).text();
  expect(metrics).toContain('{method="GET",route="/api/v1/admin/photos",status="401"} 1');
  expect(metrics).toMatch(/\{method="DELETE",route="\S+",status="405"\} 1/);
});

function recordLog() {
  const lines: string[] = [];
  return { lines, log: pino(LOG_LINES, { write: (line: string) => lines.push(line) }) };
}

test("metrics count storage errors", async () => {
  const { node, deps } = await startTestServer();
  await expect(deps.storage.putBytes("../outside", Buffer.from("x"))).rejects.toThrow();

  const metrics = await (await fetch(`${node.url}/metrics`)).text();

  expect(metrics).toContain('vitrine_storage_errors_total{kind="FILE_STORAGE_ERROR"} 1\n');
});

test("every response has a request id and the security headers", async () => {
  const { visitor } = await startTestServer();

  for (const path of ["/healthz", "/api/v1/auth/setup", "/api/v1/nothing"]) {
    const { headers } = await visitor.fetch(path);
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("content-security-policy")).toContain("script-src 'self'");
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.has("x-powered-by")).toBe(false);
    expect(headers.has("server")).toBe(false);
  }
});
