import type { KyselyPlugin } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { startTestServer } from "../../rig/server/start-test-server.ts";
import { openSiteSettings } from "./site-settings.ts";

test("a read that began before a change does not bring the old settings back", async () => {
  const { deps } = await startTestServer();
  const late = lateResults();
  const store = await openSiteSettings(deps.db.withPlugin(late.plugin), deps.changes, deps.log);
  onTestFinished(store.close);
  await store.change((site) => ({ ...site, name: "Old" }));
  const names: string[] = [];
  store.onChange(() => names.push(store.current().name));

  // A change elsewhere makes this server read, and its result is long on the way.
  late.holdNext();
  deps.changes.publish();
  await vi.waitFor(() => expect(late.isHolding()).toBe(true));
  const changing = store.change((site) => ({ ...site, name: "New" }));
  await vi.waitFor(async () => {
    const rows = await deps.db.selectFrom("setting").select("value").where("key", "=", "site").execute();
    expect(rows[0]?.value).toContain('"New"');
  });
  late.release();
  await changing;

  expect(store.current().name).toBe("New");
  await store.close();
  expect([names, store.current().name]).toEqual([["New"], "New"]);
});

test("a change is in force as soon as it is made, also when it cannot be read again", async () => {
  const { deps } = await startTestServer();
  const late = lateResults();
  const store = await openSiteSettings(deps.db.withPlugin(late.plugin), deps.changes, deps.log);
  onTestFinished(store.close);

  const changing = store.change((site) => {
    late.failAfterCommit();
    return { ...site, name: "New" };
  });

  await changing;
  expect(store.current().name).toBe("New");
});

/** The database's own results, but the next one arrives when the test wants it to. */
function lateResults() {
  let isNext = false;
  let isHeld = false;
  let isFailing = false;
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isFailing && result.rows.some((row) => "value" in row)) throw new Error("the database is away");
      if (isNext) {
        isNext = false;
        isHeld = true;
        await isReleased;
      }
      return result;
    },
  };
  return {
    plugin,
    release,
    holdNext: () => {
      isNext = true;
    },
    isHolding: () => isHeld,
    failAfterCommit: () => {
      isFailing = true;
    },
  };
}
