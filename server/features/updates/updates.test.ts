import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { getVersion, listChanges } from "../../../contract/updates.ts";
import { advanceIntervals, soon } from "../../../rig/server/advance-intervals.ts";
import { shareTestServer, startTestServer } from "../../../rig/server/start-test-server.ts";
import { readUpdateFeed } from "./update-feed.ts";

const HOUR_MS = 60 * 60 * 1000;

/** As GitHub and Forgejo write them. */
const entry = (title: string, path: string) => `<entry>
  <id>tag:github.com,2008:Repository/1/x</id>
  <link rel="alternate" type="text/html" href="${path}"/>
  <title>${title}</title>
  <content type="html">&lt;p&gt;Better than 7.7.7&lt;/p&gt;</content>
</entry>`;
const feedOf = (...entries: string[]) =>
  `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><link href="/"/>${entries.join("")}</feed>`;

async function serve(respond: RequestListener): Promise<string> {
  const server = createServer(respond).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  // A server that listens on TCP has an address with a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("the owner learns which version runs and what each brought, and nobody is asked", async () => {
  const { admin } = await shareTestServer();
  const { version } = JSON.parse(await readFile("package.json", "utf8"));

  const running = await admin.call(getVersion);
  const { versions } = await admin.call(listChanges);

  expect(running).toMatchObject({ version, newer: null, checked_at: null });
  // The tests may run in a copy without its history.
  expect(running.commit ?? "0".repeat(12)).toMatch(/^[0-9a-f]{12}$/);
  expect(versions[0]?.name).toContain(version);
  expect(versions.at(-1)?.changes[0]).toBe("The first version.");
  for (const change of versions.flatMap(({ changes }) => changes)) expect(change).not.toMatch(/\n|^- |\]\(/);
});

test("with a feed, it is read once a day, and the owner learns of a newer version", async () => {
  advanceIntervals();
  let newest = "0.9.0";
  const asked = vi.fn<RequestListener>((_request, response) =>
    response.end(feedOf(entry(`v${newest}`, `/releases/tag/v${newest}`))),
  );
  const feed = await serve(asked);
  const { admin, clock, restart } = await startTestServer({ UPDATE_FEED: `${feed}/releases.atom` });
  const checkedAt = async () => (await admin.call(getVersion)).checked_at;
  await soon(async () => expect(await checkedAt()).not.toBeNull());
  const first = await checkedAt();
  // Too early for another look at the feed.
  vi.advanceTimersByTime(HOUR_MS);
  expect(await admin.call(getVersion)).toMatchObject({ newer: null });
  newest = "99.1.0";
  clock.advanceMs(24 * HOUR_MS);
  vi.advanceTimersByTime(HOUR_MS);
  await soon(async () => expect(await checkedAt()).not.toBe(first));

  expect((await admin.call(getVersion)).newer).toEqual({ version: "99.1.0", url: `${feed}/releases/tag/v99.1.0` });
  expect(asked).toHaveBeenCalledTimes(2);
  expect(asked.mock.lastCall?.[0].headers["user-agent"]).toBe("Vitrine");

  const again = await restart();
  expect((await again.admin.call(getVersion)).newer?.version).toBe("99.1.0");
  expect(asked).toHaveBeenCalledTimes(2);
});

test("a feed that fails is asked again the next day, and what was known stays", async () => {
  advanceIntervals();
  let status = 200;
  const asked = vi.fn<RequestListener>((_request, response) =>
    response.writeHead(status).end(status === 200 ? feedOf(entry("v99.0.0", "/v99.0.0")) : ""),
  );
  const feed = await serve(asked);
  const { admin, clock } = await startTestServer({ UPDATE_FEED: feed });
  await soon(async () => expect((await admin.call(getVersion)).newer?.version).toBe("99.0.0"));
  status = 503;
  clock.advanceMs(24 * HOUR_MS);
  vi.advanceTimersByTime(HOUR_MS);

  await soon(() => expect(asked).toHaveBeenCalledTimes(2));
  expect((await admin.call(getVersion)).newer?.version).toBe("99.0.0");
});

test("the newest version of a feed counts, by its title or the end of its address; previews and other addresses do not", async () => {
  const feed = await serve((_request, response) =>
    response.end(
      feedOf(
        entry("1.9.0", "/releases/1.9.0"),
        entry("The one with tables", "https://example.com/releases/tag/v1.10.0?a=1&amp;b=2"),
        entry("v2.0.0-rc.1", "/releases/tag/v2.0.0-rc.1"),
        entry("Vitrine 3.0.0", "javascript:alert(1)"),
        entry("News", "/news"),
      ),
    ),
  );
  expect(await readUpdateFeed(feed)).toEqual({
    version: "1.10.0",
    url: "https://example.com/releases/tag/v1.10.0?a=1&b=2",
  });
});

test("a feed without a version names none", async () => {
  expect(await readUpdateFeed(await serve((_request, response) => response.end("<html></html>")))).toBeUndefined();
});

test("redirects are followed three times, and to no other protocol", async () => {
  const target = await serve((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
    else response.end(feedOf(entry("1.2.3", "https://example.com/1.2.3")));
  });
  const file = await serve((_request, response) => response.writeHead(301, { location: "file:///etc/hosts" }).end());

  expect(await readUpdateFeed(`${target}/3`)).toMatchObject({ version: "1.2.3" });
  await expect(readUpdateFeed(`${target}/4`)).rejects.toThrow("more than 3 redirects");
  await expect(readUpdateFeed(file)).rejects.toThrow("another protocol");
});

test("no more than a megabyte of a feed is read", async () => {
  const feed = await serve((_request, response) => {
    const send = () => {
      while (response.write(Buffer.alloc(65_536, " ")));
      response.once("drain", send);
    };
    send();
  });
  await expect(readUpdateFeed(feed)).rejects.toThrow("larger than 1000000 bytes");
});
