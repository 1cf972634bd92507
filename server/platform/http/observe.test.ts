import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { login } from "../../../contract/auth.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { trashPhoto } from "../../../contract/trash.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { upload } from "../../../rig/upload.ts";
import { recordDelete } from "../../library/intents.ts";
import { runCommand } from "../../testing/run-command.ts";
import { startTestServer } from "../../testing/start-test-server.ts";
import { ADMIN } from "../../testing/template.ts";
import { transaction } from "../db/connect.ts";

test("metrics count answers by route", async () => {
  const { nodeUrl } = await startTestServer();
  await fetch(`${nodeUrl}/healthz`);
  await fetch(`${nodeUrl}/healthz`);

  const metrics = await (await fetch(`${nodeUrl}/metrics`)).text();

  expect(metrics).toContain('vitrine_http_requests_total{method="GET",route="/healthz",status="200"} 2');
  expect(metrics).toMatch(/vitrine_http_request_duration_seconds_bucket\{route="\/healthz",le="\+Inf"\} 2/);
  expect(metrics).toMatch(/vitrine_memory_bytes \d+/);
});

test("metrics show the library, the disk and the last backup", async () => {
  const { nodeUrl, deps, admin, seed } = await startTestServer();
  const { body } = await upload(admin, await seed.album(), [{ name: "a.jpg", bytes: await makePicture() }]);
  await admin.call(trashPhoto, { params: { id: body.photos[0]?.id ?? (0 as PhotoId) } });
  await transaction(deps.db, (trx) => recordDelete(trx, ["originals/ab/abc.jpg"], deps.now()));
  const folder = await mkdtemp(join(tmpdir(), "vitrine-metrics-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const read = async () => (await fetch(`${nodeUrl}/metrics`)).text();
  expect(await read()).toMatch(/^vitrine_last_backup_timestamp_seconds 0$/m);
  await runCommand("backup", deps.config, [join(folder, "backup")]);

  const metrics = await read();

  expect(metrics).toMatch(/^vitrine_info\{version="\d+\.\d+\.\d+"\} 1$/m);
  expect(metrics).toMatch(/^vitrine_disk_free_bytes \d{3,}$/m);
  expect(metrics).toMatch(/^vitrine_photos\{place="trash"\} 1$/m);
  expect(metrics).toMatch(/^vitrine_library_bytes\{kind="originals"\} \d{2,}$/m);
  expect(metrics).toMatch(/^vitrine_queue_photos 0$/m);
  expect(metrics).toMatch(/^vitrine_deletes_unfinished 1$/m);
  expect(metrics).toMatch(/^vitrine_last_backup_timestamp_seconds 1\d{9}/m);
});

test("metrics count storage errors", async () => {
  const { nodeUrl, deps } = await startTestServer();
  await expect(deps.storage.putBytes("../outside", Buffer.from("x"))).rejects.toThrow();

  const metrics = await (await fetch(`${nodeUrl}/metrics`)).text();

  expect(metrics).toContain('vitrine_storage_errors_total{kind="FILE_STORAGE_ERROR"} 1\n');
});

test("metrics are hidden from clients behind a proxy, unless they have the token", async () => {
  const open = await startTestServer();
  const forwarded = await open.visitor.fetch("/metrics", { headers: { "x-forwarded-for": "203.0.113.7" } });
  expect(forwarded.status).toBe(404);
  // A proxy that adds no header passes on the visitor's Host, or speaks HTTP/1.0.
  expect(await metricsStatus(open.nodeUrl, "GET /metrics HTTP/1.1\r\nHost: photos.example")).toBe(404);
  expect(await metricsStatus(open.nodeUrl, "GET /metrics HTTP/1.0\r\nHost: 127.0.0.1")).toBe(404);
  expect(await metricsStatus(open.nodeUrl, "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1")).toBe(200);

  const guarded = await startTestServer({ METRICS_TOKEN: "a-long-secret" });
  expect((await guarded.visitor.fetch("/metrics")).status).toBe(404);
  const allowed = await guarded.visitor.fetch("/metrics", { headers: { authorization: "Bearer a-long-secret" } });
  expect(allowed.status).toBe(200);
});

test("every answer has a request id and the security headers", async () => {
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

test("untrusted forwarding headers do not get around the limits", async () => {
  const { visitor } = await startTestServer();
  const statuses: number[] = [];
  for (let index = 0; index < 12; index++) {
    const answer = await visitor.fetch("/api/v1/auth/login", {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `203.0.113.${index}` },
      body: JSON.stringify({ ...ADMIN, password: "wrong password" }),
    });
    statuses.push(answer.status);
  }

  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect((await visitor.refused(login, { body: ADMIN })).status).toBe(429);
});

test("behind one proxy, limits count the visitor that the proxy names, not what the visitor claims", async () => {
  const { visitor } = await startTestServer({ TRUST_PROXY: "1" });
  const statuses: number[] = [];
  for (let index = 0; index < 22; index++) {
    const answer = await visitor.fetch("/api/v1/auth/login", {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `203.0.113.${index}, 198.51.100.7` },
      body: JSON.stringify({ email: `nobody${index}@example.com`, password: "wrong password" }),
    });
    statuses.push(answer.status);
  }

  expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
});

async function metricsStatus(url: string, head: string): Promise<number> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  return Number((await text(socket)).split(" ", 2)[1]);
}
