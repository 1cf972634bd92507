import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listPhotos } from "../contract/photos.ts";
import { createRoom } from "../contract/rooms.ts";
import { type Fault, failDatabase } from "../rig/server/fail-database.ts";
import { type OwnServer, startTestServer } from "../rig/server/start-test-server.ts";
import { ADMIN } from "../rig/server/template.ts";
import { visitRoom } from "../rig/visit-room.ts";
import { variantKey } from "./library/files/keys.ts";
import { StorageError } from "./platform/storage/storage-error.ts";

vi.setConfig({ testTimeout: 240_000 });

/** More than any request makes; reaching it means that the count never ends. */
const MOST_CALLS = 60;
/** Above what is held in memory, so that it is streamed from storage. */
const STREAMED_BYTES = 600 * 1024;
const RESPONSE_LIMIT_MS = 20_000;
const SIXTEEN_MINUTES_MS = 16 * 60 * 1000;

type Ask = { path: string; init?: RequestInit };
type Library = {
  held: string;
  streamed: string;
  missing: string;
  file: string;
  slug: string;
  photoId: number;
  /** The URL of a viewing room, and what its pictures begin with. */
  room: string;
  pictures: string;
};

const json = (method: string, body: object): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const post = (path: string, body: object): Ask => ({ path: `/api/v1${path}`, init: json("POST", body) });

/** Everything that someone who is not signed in can request, by its path through the server. */
const REQUESTS: Record<string, (library: Library) => Ask[]> = {
  pages: ({ slug, photoId }) =>
    ["/", "/urban", `/urban/${slug}`, `/urban/${slug}/photo/${photoId}`, "/sitemap.xml", "/feed.xml"].map(get),
  data: ({ slug, photoId }) =>
    [
      "/readyz",
      "/api/v1/categories",
      "/api/v1/categories/urban/albums",
      `/api/v1/albums/${slug}`,
      `/api/v1/albums/${slug}/photos/${photoId}`,
    ].map(get),
  "pictures that exist": ({ held, streamed, file }) => [
    get(`/images/${held}/large-1.jpg`),
    get(`/images/${streamed}/large-1.jpg`),
    { path: `/images/${streamed}/large-1.jpg`, init: { headers: { range: "bytes=1000-2000" } } },
    { path: `/images/${streamed}/large-1.jpg`, init: { method: "HEAD" } },
    get(file),
  ],
  "pictures that have to be made": ({ missing }) => [
    get(`/images/${missing}/large-1.jpg`),
    post(`/images/${missing}/generate`, { variant: "large" }),
  ],
  "the pages and data of a viewing room": ({ room, photoId }) => [
    ...[room, `${room}/photo/${photoId}`, `${room}/data`, `${room}/selection`].map(get),
    { path: `${room}/picks/${photoId}`, init: json("PUT", { picked: true }) },
    { path: `${room}/send`, init: json("POST", { name: "Ana" }) },
    { path: `${room}/unlock`, init: json("POST", { password: "open sesame" }) },
  ],
  "the files of a viewing room": ({ room, pictures, held, streamed, missing }) => [
    get(`${pictures}/${held}/large-1.jpg`),
    get(`${pictures}/${streamed}/large-1.jpg`),
    get(`${pictures}/${missing}/large-1.jpg`),
    get(`${room}/download?size=original`),
    get(`${room}/download?size=large`),
  ],
  "sign-in and set-up": () => [
    get("/api/v1/auth/setup"),
    post("/auth/register", { ...ADMIN, password_confirmation: ADMIN.password }),
    post("/auth/login", ADMIN),
  ],
};

function get(path: string): Ask {
  return { path };
}

const escaped: unknown[] = [];
const note = (error: unknown) => void escaped.push(error);

beforeEach(() => {
  escaped.length = 0;
  process.on("unhandledRejection", note).on("uncaughtException", note);
});
afterEach(() => {
  process.off("unhandledRejection", note).off("uncaughtException", note);
});

for (const [kind, requests] of Object.entries(REQUESTS)) {
  test(`whichever call to storage or database fails, the server survives: ${kind}`, async () => {
    const server = await startTestServer();
    const library = await fill(server);
    for (const ask of requests(library)) {
      expect([ask.path, await responseTo(server, library, ask)]).toEqual([ask.path, expect.toSatisfy(isNoFault)]);
      for (const plant of [failingDatabase, failingStorage, breakingStreams]) {
        for (let call = 1; ; call++) {
          expect(call).toBeLessThan(MOST_CALLS);
          const attempt = () => respondWith(server, library, ask, () => plant(server, call));
          let { status, happened } = await attempt();
          // The server also asks the database without a request, now and then. Such a question may have met the fault.
          for (let again = 0; again < 5 && happened && isPage(ask) && status === 200; again++) {
            ({ status, happened } = await attempt());
          }
          if (!happened) break;
          if (plant !== breakingStreams) expect(status).toBeGreaterThan(0);
          // A page that failed is a page, with 500. Elsewhere a fault of storage or database is 503; 500 is for bugs.
          const outcome = `${ask.path}, ${plant.name} ${call}: ${status}`;
          if (isPage(ask)) expect(outcome).toMatch(/: 500$/);
          else expect(outcome).not.toMatch(/: 500$/);
        }
      }
      expect([ask.path, await responseTo(server, library, ask)]).toEqual([ask.path, expect.toSatisfy(isNoFault)]);
    }

    // Rejections surface a turn after the request that caused them.
    await new Promise((resolve) => setImmediate(resolve));
    expect(escaped).toEqual([]);
    expect((await fetch(`${server.node.url}/healthz`)).status).toBe(200);
  });
}

const isPage = ({ path }: Ask) => /^\/(urban|$|s\/[\w-]+(\/photo\/\d+)?$)/.test(path);
const isNoFault = (status: number) => status < 500;

const responseTo = async (server: OwnServer, library: Library, ask: Ask) =>
  (await respondWith(server, library, ask, () => ({ happened: () => false, remove() {} }))).status;

/** With nothing cached, nothing made in advance and no limit in force, so that the request goes all the way. */
async function respondWith(server: OwnServer, { missing }: Library, { path, init }: Ask, plant: () => Fault) {
  server.clock.advanceMs(SIXTEEN_MINUTES_MS);
  server.deps.changes.publish();
  await server.deps.db
    .deleteFrom("variant")
    .where("photo_id", "in", (eb) => eb.selectFrom("photo").select("photo.id").where("internal_id", "=", missing))
    .execute();
  await server.deps.db.updateTable("room_selection").set({ sent_on: null }).execute();
  const fault = plant();
  try {
    // Without a limit, an unanswered request would hide the cause.
    const signal = AbortSignal.timeout(RESPONSE_LIMIT_MS);
    const response = await fetch(server.node.url + path, { ...init, signal }).catch(brokenOff);
    // A truncated body is also a response: it is shorter than announced, so the client notices.
    await response?.arrayBuffer().catch(brokenOff);
    return { status: response?.status ?? 0, happened: fault.happened() };
  } finally {
    fault.remove();
  }
}

/** The connection was closed. A timeout is rethrown. */
function brokenOff(error: Error): undefined {
  if (error.name === "TimeoutError") throw error;
}

async function fill(server: OwnServer): Promise<Library> {
  const { seed, deps, admin } = server;
  const album = await seed.album();
  const [held, streamed, missing] = [
    await seed.picture({ album }),
    await seed.picture({ album }),
    await seed.picture({ album }),
  ];
  for (const [photo, bytes] of [
    [held, 20_000],
    [streamed, STREAMED_BYTES],
  ] as const) {
    await deps.storage.putBytes(variantKey(photo.internal_id, "large", "jpeg"), randomBytes(bytes));
    await deps.db
      .insertInto("variant")
      .values({ photo_id: photo.id, size: "large", width: 10, height: 10, jpeg_bytes: bytes, avif_bytes: null })
      .execute();
  }
  const { photos } = await admin.call(listPhotos, { query: {} });
  const { room } = await admin.call(createRoom, {
    body: { title: "Room", photo_ids: [held.id, streamed.id, missing.id], download: "original", selection: true },
  });
  const visited = await visitRoom(server, room).data();
  const large = visited.data.photos[0]?.image_urls.large ?? "";
  return {
    held: held.internal_id,
    streamed: streamed.internal_id,
    missing: missing.internal_id,
    file: photos[0]?.file_url ?? "",
    slug: album.slug,
    photoId: held.id,
    room: room.url ?? "",
    pictures: large.slice(0, large.indexOf(`/${held.internal_id}`)),
  };
}

const failingDatabase = ({ deps }: OwnServer, nth: number): Fault => failDatabase(deps, nth);

const CALLS = [
  "writeTemp",
  "copyToTemp",
  "removeTemp",
  "putFile",
  "putBytes",
  "sizeOf",
  "open",
  "read",
  "withLocalFile",
  "delete",
  "check",
] as const;

/** The nth call of any kind fails like a full or broken storage. */
function failingStorage({ deps: { storage } }: OwnServer, nth: number): Fault {
  let calls = 0;
  const spies = CALLS.map((call) => {
    const real = storage[call] as (...given: unknown[]) => Promise<unknown>;
    return vi.spyOn(storage as Record<typeof call, typeof real>, call).mockImplementation(async (...given) => {
      if (++calls === nth)
        throw new StorageError("FILE_STORAGE_ERROR", { operation: call, target_directory: "" }, "planted");
      return real(...given);
    });
  });
  return { happened: () => calls >= nth, remove: () => spies.forEach((spy) => void spy.mockRestore()) };
}

/** One file after the other breaks: first before its first byte, then after some. */
function breakingStreams({ deps: { storage } }: OwnServer, nth: number): Fault {
  const file = Math.ceil(nth / 2);
  let calls = 0;
  const real = storage.open;
  const spy = vi.spyOn(storage, "open").mockImplementation(async (key, range) => {
    const found = await real(key, range);
    if (++calls !== file || !found) return found;
    found.stream.destroy();
    const stream = new PassThrough();
    if (nth % 2 === 0) stream.write(randomBytes(1_000));
    setImmediate(() => stream.destroy(new Error("planted: the file broke")));
    return { size: found.size, stream };
  });
  return { happened: () => calls >= file, remove: () => spy.mockRestore() };
}
