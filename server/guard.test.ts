import { request as rawRequest } from "node:http";
import { expect, test } from "vitest";
import { logout } from "../contract/auth.ts";
import { createClient } from "../rig/client.ts";
import { apiRoutes } from "../rig/server/api-routes.ts";
import { shareTestServer, startTestServer, type TestServer } from "../rig/server/start-test-server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const adminRoutes = (server: TestServer) =>
  apiRoutes(server, () => "1").filter((route) => route.url.startsWith("/api/v1/admin"));

test("no admin route accepts a request without a valid token", async () => {
  const server = await shareTestServer();
  const revoked = server.admin;
  const routes = adminRoutes(server);
  expect(routes.length).toBeGreaterThan(20);
  await revoked.call(logout);

  const callers = {
    none: server.visitor,
    broken: createClient(server.url, "broken!"),
    unknown: createClient(server.url, "A".repeat(43)),
    revoked,
  };
  for (const [kind, caller] of Object.entries(callers)) {
    for (const { method, url } of routes) {
      const response = await caller.fetch(url, { method });
      expect([kind, method, url, response.status]).toEqual([kind, method, url, 401]);
      expect(await response.json()).toEqual({ success: false, code: "UNAUTHORIZED", message: "Please sign in" });
    }
  }
});

test("no admin route accepts an expired token", async () => {
  const server = await startTestServer();
  server.clock.advanceMs(30 * DAY_MS + 1);

  for (const { method, url } of adminRoutes(server)) {
    expect([method, url, (await server.admin.fetch(url, { method })).status]).toEqual([method, url, 401]);
  }
});

test("no spelling of an admin URL gets around the guard", async () => {
  const server = await shareTestServer();
  const spellings = [
    "/api/v1//admin/photos",
    "//api/v1/admin/photos",
    "/api/v1/admin/photos/",
    "/api/v1/ADMIN/photos",
    "/API/v1/admin/photos",
    "/api/v1/%61dmin/photos",
    "/api/v1/admin%2fphotos",
    "/api/v1/./admin/photos",
    "/api/v1/x/../admin/photos",
    "/api/v1/admin/photos;x=1",
    "/api/v1/admin/photos%00",
    "/api/v1/admin/photos?/api/v1/auth/setup",
    "/healthz/../api/v1/admin/photos",
    "/%2e%2e/api/v1/admin/photos",
  ];
  for (const path of spellings) {
    const { status, body } = await asWritten(server.url, path);
    expect([path, [400, 401, 404].includes(status), status]).toEqual([path, true, status]);
    expect(body).not.toContain("next_cursor");
  }
});

test("unreadable, oversized and mislabelled bodies each have their own status", async () => {
  // Sent to the node directly: it closes the connection on a huge body, and a proxy might not read its response in time.
  const { node } = await startTestServer();
  const post = (body: string, type: string) =>
    fetch(`${node.url}/api/v1/auth/login`, { method: "POST", body, headers: { "content-type": type } });

  expect((await post("{", "application/json")).status).toBe(400);
  expect((await post(`"${"x".repeat(2_000_000)}"`, "application/json")).status).toBe(413);
  expect((await post("email=a", "application/x-www-form-urlencoded")).status).toBe(415);
  expect((await post("<a/>", "text/xml")).status).toBe(415);
});

test("a wrong method gets the list of right ones, on every route", async () => {
  const server = await shareTestServer();
  const routes = Map.groupBy(
    apiRoutes(server, () => "1"),
    ({ url }) => url,
  );
  for (const [url, right] of routes) {
    const method = ["PATCH", "PUT"].find((method) => !right.some((route) => route.method === method));
    const response = await server.admin.fetch(url, { method: method ?? "none is wrong here" });
    expect([url, response.status]).toEqual([url, 405]);
    expect(response.headers.get("allow")).toBeTruthy();
  }
});

/** fetch would normalise the path. */
function asWritten(url: string, path: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = rawRequest({ hostname, port, path, method: "GET" }, (response) => {
      let body = "";
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.once("error", reject);
    sent.end();
  });
}
