import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { changePassword, getAccount } from "../../../contract/account.ts";
import { listActivity } from "../../../contract/activity.ts";
import { createAlbum, listAlbums } from "../../../contract/albums.ts";
import { getUser, logout } from "../../../contract/auth.ts";
import { API_PREFIX } from "../../../contract/endpoint.ts";
import { bulkPhotos, listPhotos, updatePhoto } from "../../../contract/photos.ts";
import { addToken, removeToken } from "../../../contract/tokens.ts";
import { uploadPhotos } from "../../../contract/uploads.ts";
import { type Client, createClient } from "../../../rig/client.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { runCommand } from "../../../rig/server/run-command.ts";
import { shareTestServer, startTestServer } from "../../../rig/server/start-test-server.ts";
import { ADMIN } from "../../../rig/server/template.ts";
import { beginUpload, bytesHeaders, locationOf, readOffset } from "../../../rig/tus.ts";

const current_password = ADMIN.password;
const DAY_MS = 24 * 60 * 60 * 1000;

type Made = { name?: string; scope?: "read" | "publish"; expires_on?: string | null };

async function makeToken(admin: Client, { name = "Lightroom", scope = "publish", expires_on = null }: Made = {}) {
  const made = await admin.call(addToken, { body: { name, scope, expires_on, current_password } });
  return { ...made, program: createClient(admin.url, made.token) };
}

test("a token is made with the password, shown once, and listed with what it may do and its last use", async () => {
  const { admin } = await startTestServer();
  for (const [given, field] of [
    [{}, "current_password"],
    [{ current_password: "wrong password" }, "current_password"],
    [{ current_password, name: " " }, "name"],
    [{ current_password, scope: "everything" as "read" }, "scope"],
    [{ current_password, expires_on: "2020-01-01" }, "expires_on"],
  ] as const) {
    const body = { name: "Lightroom", scope: "publish" as const, ...given };
    const { status, body: refusal } = await admin.refused(addToken, { body });
    expect([given, status, Object.keys(refusal.errors ?? {})]).toEqual([given, 422, [field]]);
  }

  const { token, entry, program } = await makeToken(admin, { expires_on: "2099-12-31" });

  expect(token).toMatch(/^vitrine_[\w-]{43}$/);
  expect(entry).toMatchObject({ name: "Lightroom", scope: "publish", last_used_on: null, address: "" });
  expect(entry.expires_on).toBe("2099-12-31T23:59:59.999Z");
  await program.call(listAlbums);
  const { tokens } = await vi.waitFor(async () => {
    const account = await admin.call(getAccount);
    expect(account.tokens[0]?.last_used_on).not.toBeNull();
    return account;
  });
  expect(tokens).toMatchObject([{ id: entry.id, address: expect.stringMatching(/127\.0\.0\.1|::1/) }]);
  expect(JSON.stringify(tokens)).not.toContain(token);
  const { events } = await admin.call(listActivity, { query: { kind: "account" } });
  expect(events[0]).toMatchObject({ action: "token-added", detail: { name: "Lightroom", scope: "publish" } });
});

test("a removed token, an expired one and an invented one are refused like no token", async () => {
  const server = await startTestServer();
  const { admin, clock, url } = server;
  const removed = await makeToken(admin);
  const kept = await makeToken(admin, { name: "darktable", scope: "read" });
  const tomorrow = new Date(server.deps.now().getTime() + DAY_MS).toISOString();
  const expired = await makeToken(admin, { expires_on: tomorrow });
  await expired.program.call(listAlbums);

  await admin.call(removeToken, { params: { id: removed.entry.id } });
  clock.advanceMs(DAY_MS);

  for (const program of [removed.program, expired.program, createClient(url, `vitrine_${"A".repeat(43)}`)]) {
    const { status, body } = await program.refused(listAlbums);
    expect([status, body]).toEqual([401, { success: false, code: "UNAUTHORIZED", message: "Please sign in" }]);
  }
  await kept.program.call(listAlbums);
  expect((await admin.refused(removeToken, { params: { id: removed.entry.id } })).status).toBe(404);
  const { events } = await admin.call(listActivity, { query: { kind: "account" } });
  expect(events[0]).toMatchObject({ action: "token-removed", detail: { name: "Lightroom" } });
});

test("who sends many invented tokens waits, and the programs of the owner do not", async () => {
  const { admin, url } = await shareTestServer();
  const { program } = await makeToken(admin);
  const guess = createClient(url, `vitrine_${"B".repeat(43)}`);

  const statuses = new Map<number, number>();
  for (let attempt = 0; attempt < 302; attempt++) {
    const { status } = await guess.refused(listAlbums);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }

  expect([...statuses]).toEqual([
    [401, 300],
    [429, 2],
  ]);
  await program.call(listAlbums);
});

test("a token to read reads private photos with their pictures, and changes nothing", async () => {
  const { admin, visitor, seed } = await shareTestServer();
  const { id } = await seed.picture({ album: await seed.album() });
  await admin.call(updatePhoto, { params: { id }, body: { visibility: 1 } });
  const { program } = await makeToken(admin, { scope: "read" });

  const { photos } = await program.call(listPhotos);
  const [photo] = photos;
  expect(photo).toMatchObject({ id, visibility: 1 });
  expect((await visitor.fetch(photo?.image_urls.medium ?? "")).status).toBe(200);
  for (const { status, body } of [
    await program.refused(updatePhoto, { params: { id }, body: { title: "Theirs" } }),
    await program.refused(createAlbum, { body: { title: "Theirs", category: "urban" } }),
    await program.refused(getAccount),
    await program.refused(getUser),
    await program.refused(logout),
  ]) {
    expect([status, body.code]).toEqual([403, "TOKEN_SCOPE"]);
  }
});

test("a token to publish moves photos to the trash, and deletes none forever", async () => {
  const { admin, seed } = await shareTestServer();
  const { id } = await seed.picture({ album: await seed.album() });
  const { program } = await makeToken(admin);

  expect((await program.call(bulkPhotos, { body: { action: "trash", ids: [id] } })).changed).toEqual([id]);
  const { status, body } = await program.refused(bulkPhotos, { body: { action: "delete_permanently", ids: [id] } });
  expect([status, body.code]).toEqual([403, "TOKEN_SCOPE"]);
  await program.call(bulkPhotos, { body: { action: "restore", ids: [id] } });
  const { events } = await admin.call(listActivity, { query: { kind: "deletions", limit: 2 } });
  expect(events).toMatchObject([{ action: "photos-restored" }, { action: "photos-trashed", actor: ADMIN.email }]);
});

test("a new password removes every token, unless they are kept; one that is set on the server removes them all", async () => {
  const { admin, deps } = await startTestServer();
  const { program } = await makeToken(admin);
  const password = { password: "another horse battery", password_confirmation: "another horse battery" };
  await admin.call(changePassword, { body: { current_password, ...password, remove_tokens: false } });
  await program.call(listAlbums);

  const again = { password: ADMIN.password, password_confirmation: ADMIN.password };
  await admin.call(changePassword, { body: { current_password: password.password, ...again } });
  expect((await program.refused(listAlbums)).status).toBe(401);
  const { events } = await admin.call(listActivity, { query: { kind: "account" } });
  expect(events[0]).toMatchObject({ action: "password-set", detail: { passkeys: 0, tokens: 1 } });

  const other = await makeToken(admin);
  expect(await runCommand("set-password", deps.config, [], { input: "a third horse battery\n" })).toMatchObject({
    code: 0,
  });
  expect((await other.program.refused(listAlbums)).status).toBe(401);
});

type Asked = { method: string; path: string; headers: Record<string, string>; body: Buffer };

test("an upload that is under way ends with the token or the session it began with", async () => {
  const server = await startTestServer();
  const { admin, node, seed, deps } = server;
  const album = await seed.album();
  const bytes = await makePicture();
  const form = new FormData();
  form.append("photos[]", new Blob([Uint8Array.from(bytes)]), "a.jpg");
  const asForm = new Response(form);
  const type = asForm.headers.get("content-type") ?? "";
  const whole = Buffer.from(await asForm.arrayBuffer());
  /** The second half is sent after the token has ended. */
  const sendAround = async (sender: Client, asked: Asked, end: () => Promise<unknown>) => {
    const { method, path, headers, body } = asked;
    const arrived = vi.spyOn(deps.storage, "writeTemp");
    const sent = request(node.url + path, {
      method,
      headers: { ...headers, authorization: `Bearer ${sender.token}`, "content-length": body.length },
    });
    const response = once(sent, "response");
    sent.write(body.subarray(0, body.length / 2));
    await vi.waitFor(() => expect(arrived).toHaveBeenCalled(), 20_000);
    arrived.mockRestore();
    await end();
    sent.end(body.subarray(body.length / 2));
    const [{ statusCode }] = await response;
    return statusCode;
  };
  const path = API_PREFIX + uploadPhotos.path.replace(":slug", album.slug);
  const post: Asked = { method: "POST", path, headers: { "content-type": type }, body: whole };

  const resumed = await makeToken(admin);
  const location = locationOf(await beginUpload(resumed.program, { album: album.slug, length: bytes.length }));
  const patch: Asked = { method: "PATCH", path: location, headers: bytesHeaders(0), body: bytes };
  const remove = (id: number) => () => admin.call(removeToken, { params: { id } });
  expect(await sendAround(resumed.program, patch, remove(resumed.entry.id))).toBe(401);
  expect(await readOffset(admin, location)).toBe(0);

  const sent = await makeToken(admin);
  expect(await sendAround(sent.program, post, remove(sent.entry.id))).toBe(401);
  expect(await sendAround(admin, post, () => admin.call(logout))).toBe(401);

  expect(await deps.db.selectFrom("photo").select("id").execute()).toEqual([]);
  expect(await readdir(join(deps.config.dataDir, "storage/temp")).catch(() => [])).toEqual([]);
});

test("a token is nowhere in the clear: not in the database, a log, a backup or on a page", async () => {
  const server = await startTestServer();
  const { admin, deps, visitor, seed } = server;
  const logged: unknown[] = [];
  for (const level of ["debug", "info", "warn", "error"] as const) {
    vi.spyOn(deps.log, level).mockImplementation((...line: unknown[]) => void logged.push(line));
  }
  await seed.picture({ album: await seed.album({ category: "urban" }) });
  const { token, program } = await makeToken(admin);
  await program.call(listAlbums);
  await program.refused(getAccount);
  await program.fetch(`/api/v1/admin/albums/nowhere?${token}`);

  const folder = await mkdtemp(join(tmpdir(), "vitrine-token-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  expect(await runCommand("backup", deps.config, [join(folder, "backup")])).toMatchObject({ code: 0 });
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map((file) => readFile(join(file.parentPath, file.name), "latin1"));
  const page = await (await visitor.fetch("/urban/album")).text();
  const rows = await deps.db.selectFrom("access_token").selectAll().execute();
  expect(rows).toHaveLength(1);
  for (const text of [...(await Promise.all(texts)), page, JSON.stringify(rows), JSON.stringify(logged)]) {
    expect(text.includes(token.slice("vitrine_".length))).toBe(false);
  }
});
