import { expect } from "vitest";
import { createRoom, type Room } from "../../contract/rooms.ts";
import { startTestServer, type TestServer } from "./start-test-server.ts";

export const PASSWORD = "open sesame";
export const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** A server with a private photo, of which rooms are made. */
export async function startWithRooms(env: Record<string, string> = {}) {
  const server = await startTestServer(env);
  const album = await server.seed.album({ title: "Wedding" });
  const secret = await server.seed.picture({
    album,
    filename: "SECRET_0001.jpg",
    visibility: 1,
    title: "Hidden title",
  });
  const make = async (given: object = {}) => {
    const body = { title: "Ana and Ben", photo_ids: [secret.id], download: "original", selection: true, ...given };
    return (await server.admin.call(createRoom, { body: body as never })).room;
  };
  return { ...server, album, secret, make };
}

export type Rooms = Awaited<ReturnType<typeof startWithRooms>>;

export function ask(
  { url }: TestServer,
  room: Room,
  path: string,
  init: RequestInit = {},
  cookie = "",
): Promise<Response> {
  const headers = { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) };
  return fetch(`${url}${room.url}${path}`, { ...init, headers, redirect: "manual" });
}

export function expectPrivate(path: string, { headers }: Response): void {
  const names = ["cache-control", "x-robots-tag", "referrer-policy"];
  expect([path, ...names.map((name) => headers.get(name))]).toEqual([
    path,
    "no-store",
    "noindex, nofollow",
    "no-referrer",
  ]);
}

/** Neither the room nor a photo in it is mentioned. */
export async function expectSilent({ secret }: Rooms, { title }: Room, text: string): Promise<void> {
  for (const word of [title, "SECRET_0001", "Hidden title", secret.internal_id]) expect(text).not.toContain(word);
}
