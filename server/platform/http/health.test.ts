import { expect, test, vi } from "vitest";
import { startTestServer } from "../../../rig/server/start-test-server.ts";

test("a server is healthy, and ready once database and storage respond", async () => {
  const { visitor } = await startTestServer();

  expect((await visitor.fetch("/healthz")).status).toBe(200);
  expect((await visitor.fetch("/readyz")).status).toBe(200);
});

test("a server that is not ready names what is not responding", async () => {
  const { node, deps } = await startTestServer();
  const check = vi.spyOn(deps.storage, "check");
  const ask = async () => {
    // At most once a second.
    let body = { message: "" };
    await vi.waitFor(async () => {
      const response = await fetch(`${node.url}/readyz`);
      expect(response.status).toBe(503);
      body = (await response.json()) as typeof body;
      expect(body.message).not.toBe(last);
    }, 10_000);
    last = body.message;
    return last;
  };
  let last = "";

  check.mockRejectedValue(new Error("planted: the bucket is away"));
  expect(await ask()).toBe("The storage is not responding");
  await deps.db.schema.dropTable("setting").execute();
  expect(await ask()).toBe("The database and the storage are not responding");
  check.mockRestore();
  expect(await ask()).toBe("The database is not responding");
});

test("an unknown path of the API is a readable 404", async () => {
  const { visitor } = await startTestServer();

  const response = await visitor.fetch("/api/v1/nothing");

  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    success: false,
    code: "NOT_FOUND",
    message: "There is nothing at this address",
  });
});

test("a wrong method gets the list of right ones", async () => {
  const { visitor } = await startTestServer();

  const response = await visitor.fetch("/healthz", { method: "DELETE" });

  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toContain("GET");
});

test("a hundred questions about readiness reach the storage once a second", async () => {
  const { node, deps } = await startTestServer();
  const check = vi.spyOn(deps.storage, "check");
  const startedAt = performance.now();

  const responses = await Promise.all(Array.from({ length: 100 }, () => fetch(`${node.url}/readyz`)));

  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  const seconds = (performance.now() - startedAt) / 1000;
  expect(check.mock.calls.length).toBeLessThanOrEqual(1 + Math.floor(seconds));
});
