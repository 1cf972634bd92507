import { expect, test } from "vitest";
import { createRoom } from "../../../contract/rooms.ts";
import { startTestServer } from "../../../rig/server/start-test-server.ts";
import { visitRoom } from "../../../rig/visit-room.ts";
import { isRoomPath, loggedPath } from "../../platform/http/security-headers.ts";

test("no line of the log has the token of a room, whatever is requested and however it is spelled", async () => {
  const server = await startTestServer();
  const photo = await server.seed.picture();
  const { room } = await server.admin.call(createRoom, {
    body: { title: "Room", photo_ids: [photo.id], password: "open sesame", download: "large" },
  });
  const client = visitRoom(server, room);
  const lines: string[] = [];
  for (const level of ["info", "warn", "error"] as const) {
    server.deps.log[level] = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
  }
  // Each request logs through a child.
  server.deps.log.child = () => server.deps.log;

  await client.unlock("wrong");
  await client.unlock("open sesame");
  const { data } = await client.data();
  await client.fetch(data.photos[0]?.image_urls.thumb ?? "");
  for (const path of ["", "/nothing", "/images/a/b/c.jpg", "/download", "/%64ata", "/data/", "//data"])
    await client.at(path);
  await client.at("/data", { method: "DELETE" });
  await client.fetch(`/%73/${client.token}/data`);
  await client.fetch(`/S/${client.token}`);

  expect(lines.length).toBeGreaterThan(10);
  expect(lines.join("\n")).not.toContain(client.token);
});

test.each([
  ["/s/abc", "/s/[secret]"],
  ["/s/abc/data?x=1", "/s/[secret]/data"],
  ["/%73/abc/photo/1", "/s/[secret]/photo/1"],
  ["//s/abc", "/s/[secret]"],
  ["/s%2fabc", "/s/[secret]"],
])("%s is logged as %s", (url, logged) => {
  expect(loggedPath(url)).toBe(logged);
  expect(isRoomPath(url)).toBe(true);
});

test.each(["/", "/street/one?q=/s/abc", "/api/v1/s/abc", "/sea/s/abc"])("%s is no room", (url) => {
  expect(loggedPath(url)).toBe(url.split("?")[0]);
});
