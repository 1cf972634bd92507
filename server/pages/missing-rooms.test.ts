import { expect, test } from "vitest";
import { recordStatements } from "../../rig/server/record-statements.ts";
import { shareTestServer, startTestServer } from "../../rig/server/start-test-server.ts";

test("whatever is asked of an unknown room costs one statement, and tells nothing", async () => {
  const { node, routes, deps } = await startTestServer();
  const asked = routes
    .all()
    .filter(({ url }) => url.startsWith("/s/:token"))
    .flatMap(({ methods, url }) => methods.map((method) => ({ method, url })));
  expect(asked.length).toBeGreaterThan(10);

  const statements = await recordStatements(deps, async () => {
    for (const { method, url } of asked) {
      const path = url.replace(":token", "x".repeat(32)).replaceAll(/:\w+/g, "1");
      const response = await fetch(node.url + path, { method, redirect: "manual" });
      expect([method, url, response.status]).toEqual([method, url, 404]);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "cache-control": "no-store",
        "x-robots-tag": "noindex, nofollow",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
      });
      await response.text();
    }
  });

  expect(statements).toHaveLength(asked.length);
  expect(new Set(statements).size).toBe(1);
  const metrics = await (await fetch(`${node.url}/metrics`)).text();
  expect(metrics).toContain('vitrine_http_requests_total{method="GET",route="/s/:token/data",status="404"} 1');
});

test.each([
  ["GET", "", {}],
  ["GET", "/photo/1", {}],
  ["POST", "/unlock", { "content-type": "application/x-www-form-urlencoded" }],
  ["POST", "/send", { "content-type": "application/x-www-form-urlencoded" }],
])("%s of an unknown room's %s is the page that says so", async (method, path, headers) => {
  const { visitor } = await shareTestServer();

  const response = await visitor.fetch(`/s/unknown${path}`, { method, headers });

  expect(response.status).toBe(404);
  expect(await response.text()).toContain("This gallery is no longer open, or the link is incomplete");
});
