import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { listActivity } from "../../../contract/activity.ts";
import { listAlbumPhotos, listAlbums } from "../../../contract/albums.ts";
import { getPhoto, type PhotoId } from "../../../contract/photos.ts";
import { updateSite } from "../../../contract/site.ts";
import { addToken, removeToken } from "../../../contract/tokens.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { startTestServer } from "../../../rig/server/start-test-server.ts";
import { ADMIN } from "../../../rig/server/template.ts";
import { writeSetting } from "../../library/settings.queries.ts";
import { NEW_TAGS_SETTING } from "./piwigo.photos.ts";

/**
 * The requests are those of the clients' sources: darktable src/imageio/storage/piwigo.c, digiKam piwigotalker.cpp, Shotwell
 * PiwigoPublishing.vala, Piwigo NG (Flutter) lib/network/upload.dart, Piwigo-Android RestService.java.
 */
async function startWithClients(scope: "read" | "publish" = "publish") {
  const server = await startTestServer();
  const { admin, url } = server;
  await admin.call(updateSite, { body: { piwigo_clients: true } });
  const { token, entry } = await admin.call(addToken, {
    body: { name: "darktable", scope, current_password: ADMIN.password },
  });
  let cookie = "";
  const send = async (query: string, body?: string | FormData, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/ws.php${query}`, {
      headers: {
        ...(cookie && { cookie }),
        ...(typeof body === "string" && { "content-type": "application/x-www-form-urlencoded" }),
        ...headers,
      },
      ...(body !== undefined && { method: "POST", body }),
    });
    const set = response.headers.get("set-cookie");
    if (set) cookie = set.split(";")[0] ?? "";
    const type = response.headers.get("content-type");
    return { status: response.status, type, set, text: await response.text() };
  };
  const json = async (body?: string | FormData, query = "?format=json") => JSON.parse((await send(query, body)).text);
  const photosOf = async (slug: string) => (await admin.call(listAlbumPhotos, { params: { slug } })).photos;
  const login = `method=pwg.session.login&username=${encodeURIComponent(ADMIN.email)}&password=${token}`;
  return { ...server, token, entry, send, json, login, photosOf, cookieOf: () => cookie };
}

const formOf = (fields: Record<string, string>, file?: { field: string; name: string; bytes: Buffer }) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file) form.append(file.field, new File([new Uint8Array(file.bytes)], file.name));
  return form;
};

test("the calls exist only while the owner allows them", async () => {
  const { visitor, send, admin, login } = await startWithClients();
  expect((await send("?format=json", "method=pwg.getVersion")).text).toContain("14.5.0");
  await admin.call(updateSite, { body: { piwigo_clients: false } });
  expect((await send("?format=json", login)).status).toBe(404);
  const fresh = await startTestServer();
  expect((await fresh.visitor.fetch("/ws.php?format=json", { method: "POST" })).status).toBe(404);
  expect((await visitor.fetch("/ws.php?format=json")).status).toBe(404);
});

test("only a token that may publish signs in, with the owner's email address, and nothing works without", async () => {
  const { json, token, admin, entry, login, seed, send, cookieOf } = await startWithClients();
  await seed.album();
  const wrong = { stat: "fail", err: 999 };
  for (const [username, password] of [
    [ADMIN.email, ADMIN.password],
    [ADMIN.email, `${token.slice(0, -1)}_`],
    ["eve@example.com", token],
    [ADMIN.email, ""],
  ] as const) {
    const body = `method=pwg.session.login&username=${username}&password=${encodeURIComponent(password)}`;
    expect(await json(body)).toMatchObject(wrong);
  }
  expect(await json(undefined, `?format=json&${login}`)).toMatchObject(wrong);
  expect(cookieOf()).toBe("");
  expect(await json("method=pwg.categories.getList")).toEqual({ stat: "fail", err: 401, message: "Access denied" });
  expect(await json("method=pwg.session.getStatus")).toMatchObject({ stat: "ok", result: { status: "guest" } });

  expect(await json(login)).toEqual({ stat: "ok", result: true });
  const { result } = await json("method=pwg.categories.getList");
  expect(result.categories).toHaveLength(1);
  expect(await json("method=pwg.categories.delete&category_id=1")).toMatchObject({ stat: "fail", err: 501 });
  await admin.call(removeToken, { params: { id: entry.id } });
  expect((await send("?format=json", "method=pwg.categories.getList")).status).toBe(401);

  const reading = await startWithClients("read");
  expect(await reading.json(reading.login)).toMatchObject(wrong);
});

test("darktable: sign in, list, make an album, send, find what was sent, write its texts, and replace it", async () => {
  const { json, login, photosOf, admin } = await startWithClients();
  expect(await json(login)).toEqual({ stat: "ok", result: true });
  const status = (await json("method=pwg.session.getStatus")).result;
  expect(status).toMatchObject({ username: ADMIN.email, pwg_token: expect.stringMatching(/^\w{32}$/) });
  expect((await json("method=pwg.categories.getList&cat_id=0&recursive=true")).result.categories).toEqual([]);
  // Neither encoded nor quoted.
  const made = await json("method=pwg.categories.add&name=São Paulo at night&status=private");
  const [album] = (await admin.call(listAlbums)).albums;
  expect([made.result.id, album?.title, album?.status]).toEqual([album?.id, "São Paulo at night", "draft"]);
  const slug = album?.slug ?? "";

  const find = async () => {
    for (let page = 0; ; page++) {
      const { result } = await json(`method=pwg.categories.getImages&cat_id=${album?.id}&per_page=100&page=${page}`);
      const image = result.images.find(({ file }: { file: string }) => file === "DSC_0411.jpg");
      if (image || result.paging.count === 0) return image?.id ?? -1;
    }
  };
  expect(await find()).toBe(-1);
  const sent = { method: "pwg.images.addSimple", image: "/tmp/darktable.X/DSC_0411.jpg", category: String(album?.id) };
  const file = { field: "image", name: "DSC_0411.jpg", bytes: await makePicture({ colour: "#111111" }) };
  const texts = { level: "8", name: "DSC_0411", author: "Mira", comment: "From the ferry", tags: "sea,night" };
  const added = await json(formOf({ ...sent, ...texts }, file));
  expect(added).toMatchObject({ stat: "ok", result: { image_id: expect.any(Number) } });
  const id = await find();
  expect(id).toBe(added.result.image_id);
  const [photo] = await photosOf(slug);
  // Named by the camera, so it has no title.
  const shown = { title: "", caption: "From the ferry", tags: ["sea", "night"], visibility: 1 };
  expect(photo).toMatchObject({ id, source_filename: "DSC_0411.jpg", ...shown });

  await json(`method=pwg.images.setInfo&image_id=${id}&single_value_mode=replace&name=Ferry&comment=Evening`);
  expect((await photosOf(slug))[0]).toMatchObject({ title: "Ferry", caption: "Evening", tags: ["sea", "night"] });
  const again = { ...file, bytes: await makePicture({ colour: "#222222", width: 90, height: 60 }) };
  await json(formOf({ ...sent, level: "0", image_id: String(id) }, again));
  expect(await photosOf(slug)).toMatchObject([{ id, width: 90, title: "Ferry", visibility: 0, image_version: 2 }]);
  const completed = `method=pwg.images.uploadCompleted&pwg_token=${status.pwg_token}&category_id=${album?.id}`;
  expect(await json(completed)).toMatchObject({ stat: "ok" });
  const { events } = await admin.call(listActivity, { query: { kind: "uploads" } });
  expect(events.map(({ action }) => action)).toEqual(["file-replaced", "photos-uploaded"]);
  expect(events[0]?.actor).toBe(ADMIN.email);
});

test("digiKam: XML, and a file in pieces of text", async () => {
  const { send, login, seed, photosOf } = await startWithClients();
  const album = await seed.album({ title: "Sea & Sky" });
  // It sends a word of its own in this header.
  const talk = (body: string) => send("", body, { authorization: "e2Y2ODk1ZGQ0fQ==" });
  const signedIn = await talk(login);
  expect([signedIn.type, signedIn.text]).toEqual([
    "text/xml; charset=utf-8",
    '<?xml version="1.0" encoding="utf-8" ?>\n<rsp stat="ok">\n1\n</rsp>',
  ]);
  const version = /<rsp stat="ok">\s*([^<]*)/.exec((await talk("method=pwg.getVersion")).text)?.[1]?.trim() ?? "";
  expect(version).toMatch(/^.?(\d)\.(\d).*$/);
  const list = (await talk("method=pwg.categories.getList&recursive=true")).text;
  expect(list).toContain(`<categories><category id="${album.id}"`);
  expect(list).toContain(`<name>Sea &amp; Sky</name>`);
  expect(list).toContain(`<uppercats>${album.id}</uppercats>`);

  const bytes = await makePicture({ width: 300, height: 200, colour: "#4080c0" });
  const sum = createHash("md5").update(bytes).digest("hex");
  const upload = async () => {
    // As misspelt there.
    expect((await talk(`method=pwg.images.exist&md5sud->list=${sum}`)).text).toContain('stat="ok"');
    const half = Math.ceil(bytes.length / 2);
    for (const [index, part] of [bytes.subarray(0, half), bytes.subarray(half)].entries()) {
      const data = encodeURIComponent(part.toString("base64"));
      const chunk = `method=pwg.images.addChunk&original_sum=${sum}&position=${index + 1}&type=file&data=${data}`;
      expect((await talk(chunk)).text).toContain('stat="ok"');
    }
    return talk(
      `method=pwg.images.add&original_sum=${sum}&original_filename=ferry%20boat.jpg&name=The%20ferry&comment=A%20%26%20B` +
        `&categories=${album.id}&file_sum=${sum}&date_creation=2026-01-02%2003%3A04%3A05`,
    );
  };
  const added = await upload();
  const id = Number(/<image_id>(\d+)<\/image_id>/.exec(added.text)?.[1]);
  const expected = { id, title: "The ferry", caption: "A & B", source_filename: "ferry boat.jpg" };
  expect(await photosOf(album.slug)).toMatchObject([expected]);

  // Sent again, it is the same photo.
  expect((await upload()).text).toContain(`<image_id>${id}</image_id>`);
  expect(await photosOf(album.slug)).toMatchObject([expected]);
  const info = (await talk(`method=pwg.images.getInfo&image_id=${id}`)).text;
  expect(info).toContain(`<categories><category id="${album.id}"`);
  const other = await seed.album({ title: "Other" });
  await talk(`method=pwg.images.setInfo&image_id=${id}&categories=${encodeURIComponent(`${album.id};${other.id}`)}`);
  expect(await photosOf(other.slug)).toMatchObject([{ id }]);
});

test("Shotwell: XML, a refusal with code 999, a cookie named pwg_id, and a form", async () => {
  const { send, login, token, seed, photosOf } = await startWithClients();
  const album = await seed.album();
  const refused = (await send("", "method=pwg.session.login&username=a&password=b")).text;
  expect(refused).toMatch(/<rsp stat="fail"><err code="999" msg="[^"]+" \/><\/rsp>/);
  // No other site can have it sent, and it goes to no other path.
  expect((await send("", login)).set).toBe(`pwg_id=${token}; Path=/ws.php; HttpOnly; SameSite=Strict`);
  expect((await send("", "method=pwg.session.getStatus")).text).toContain(`<username>${ADMIN.email}</username>`);

  const file = { field: "image", name: "boat.jpg", bytes: await makePicture() };
  const fields = { name: "Boat", method: "pwg.images.addSimple", category: String(album.id), level: "0", tags: "sea" };
  const { text } = await send("", formOf(fields, file));
  const id = Number(/<image_id>(\d+)<\/image_id>/.exec(text)?.[1]);
  expect(await photosOf(album.slug)).toMatchObject([{ id, title: "Boat", tags: ["sea"] }]);
  expect((await send("", `method=pwg.images.rate&image_id=${id}&rate=4`)).text).toContain('stat="ok"');
  await send("", "method=pwg.session.logout");
  expect((await send("", "method=pwg.categories.getList")).status).toBe(401);
});

test("the phone apps: pieces in forms, with a name and password in each of them or with a cookie", async () => {
  const { json, token, login, seed, photosOf, admin, send, deps } = await startWithClients();
  const album = await seed.album();
  const bytes = await makePicture({ width: 400, height: 300, colour: "#335577" });
  const parts = [bytes.subarray(0, 500), bytes.subarray(500, 900), bytes.subarray(900)];
  const who = { username: ADMIN.email, password: token };
  const answers: { result: { id?: number; message?: string } }[] = [];
  for (const [chunk, part] of parts.entries()) {
    const fields = { ...who, filename: "IMG_1.jpg", category: String(album.id), name: "Harbour", level: "0" };
    const numbered = { ...fields, chunk: String(chunk), chunks: "3", original_sum: "abc" };
    const form = formOf(numbered, { field: "file", name: "IMG_1.jpg", bytes: Buffer.from(part) });
    answers.push(await json(form, "?format=json&method=pwg.images.uploadAsync"));
  }
  const id = answers[2]?.result.id as PhotoId;
  expect(answers[0]?.result.message).toContain("chunks uploaded");
  expect((await admin.call(getPhoto, { params: { id } })).photo).toMatchObject({ title: "Harbour", width: 400 });

  // As text, because they decode it themselves.
  expect((await send("?format=json&method=pwg.getVersion")).type).toBe("text/plain; charset=utf-8");
  await json(login);
  const methods = (await json(undefined, "?format=json&method=reflection.getMethodList")).result.methods;
  expect(methods).toContain("pwg.images.uploadAsync");
  const status = (await json(undefined, "?format=json&method=pwg.session.getStatus")).result;
  expect(status).toMatchObject({ status: "webmaster", upload_form_chunk_size: 500 });
  const other = await makePicture({ colour: "#775533" });
  for (const [chunk, part] of [other.subarray(0, 300), other.subarray(300)].entries()) {
    const fields = { image: "x", category: String(album.id), name: "boat.jpg", pwg_token: status.pwg_token };
    const form = formOf({ ...fields, chunk: String(chunk), chunks: "2" }, { field: "file", name: "blob", bytes: part });
    const { result } = await json(form, "?format=json&method=pwg.images.upload");
    expect(result).toEqual(chunk === 0 ? null : expect.objectContaining({ image_id: expect.any(Number) }));
  }
  expect((await photosOf(album.slug)).map(({ title }) => title)).toEqual(["Harbour", "boat"]);
  expect(await deps.db.selectFrom("upload").select("id").execute()).toEqual([]);
  // Another file of that name, after one that broke off with more pieces.
  const third = await makePicture({ colour: "#557733" });
  const sendPiece = (bytes: Buffer, chunk: number, chunks: number) =>
    json(
      formOf(
        { category: String(album.id), name: "late.jpg", chunk: String(chunk), chunks: String(chunks) },
        { field: "file", name: "blob", bytes },
      ),
      "?format=json&method=pwg.images.upload",
    );
  for (const chunk of [0, 1]) await sendPiece(other.subarray(chunk, chunk + 1), chunk, 3);
  expect(await sendPiece(third.subarray(0, 300), 0, 2)).toMatchObject({ result: null });
  const late = (await sendPiece(third.subarray(300), 1, 2)).result.image_id;
  expect((await admin.call(getPhoto, { params: { id: late } })).photo.filesize).toBe(third.length);
  const exist = await json("method=pwg.images.exist&filename_list=boat.jpg,nothing.jpg");
  expect(exist.result).toMatchObject({ "boat.jpg": expect.any(Number), "nothing.jpg": null });
  const { id: tag } = (await json("method=pwg.tags.add&name=at sea")).result;
  await json(`method=pwg.images.setInfo&image_id=${id}&tag_ids=${tag}`);
  expect((await json("method=pwg.tags.getAdminList")).result.tags).toMatchObject([{ id: tag, name: "at sea" }]);
});

test("what is refused is said, and a form of an unauthenticated client leaves nothing behind", async () => {
  const { json, login, seed, send, photosOf } = await startWithClients();
  const album = await seed.album();
  const file = { field: "image", name: "a.jpg", bytes: Buffer.from("not a picture") };
  const fields = { method: "pwg.images.addSimple", category: String(album.id) };
  expect((await send("?format=json", formOf(fields, file))).status).toBe(401);
  await json(login);
  expect(await json(formOf(fields, file))).toMatchObject({
    stat: "fail",
    message: expect.stringMatching(/Export the photo as/),
  });
  expect(await json(formOf({ ...fields, category: "999" }, file))).toMatchObject({ stat: "fail", err: 404 });
  expect(await json("method=pwg.images.add&original_sum=none&categories=1")).toMatchObject({ stat: "fail", err: 404 });
  expect(await json("method=constructor")).toMatchObject({ stat: "fail", err: 501 });
  expect(await photosOf(album.slug)).toEqual([]);
});

test("what no client sends is refused like a mistake, and takes no more than one", async () => {
  const { json, login, seed, send, admin } = await startWithClients();
  const album = await seed.album();
  await seed.photo({ album, filename: "a <b> (1).jpg" });
  await json(login);
  const file = { field: "image", name: "a.jpg", bytes: await makePicture() };
  const fields = { method: "pwg.images.addSimple", category: String(album.id) };
  for (const image_id of ["0", "999999999"]) {
    expect(await json(formOf({ ...fields, image_id }, file))).toMatchObject({ stat: "fail", err: 404 });
  }
  expect(await json("method=pwg.images.delete&image_id=99999999999999999999")).toEqual({ stat: "ok", result: 0 });
  const many = Array.from({ length: 1_001 }, (_, index) => index + 1);
  for (const call of [
    `method=pwg.images.delete&image_id=${many}`,
    `method=pwg.images.setInfo&image_id=1&categories=${many}`,
    `method=pwg.images.exist&filename_list=${many}`,
  ]) {
    expect([call.slice(0, 30), await json(call)]).toMatchObject([call.slice(0, 30), { stat: "fail", err: 1003 }]);
  }

  const exist = (names: string) => send("", `method=pwg.images.exist&filename_list=${encodeURIComponent(names)}`);
  expect((await exist("itemName,items")).text).toContain('<rsp stat="ok">');
  expect((await exist("a <b> (1).jpg")).text).toMatch(/<a__b___1_\.jpg>\d+<\/a__b___1_\.jpg>/);

  const add = (name: string) => json(`method=pwg.categories.add&name=${encodeURIComponent(name)}&comment=a%00b`);
  expect(await add("\u200b")).toMatchObject({ stat: "fail", err: 1002 });
  const { id } = (await add("Har\0bour\u202e")).result;
  expect((await admin.call(listAlbums)).albums).toContainEqual(
    expect.objectContaining({ id, title: "Harbour", description: "ab" }),
  );
});

test("of the tags that no photo has yet, the last thousand are known, each as long as a tag may be", async () => {
  const { json, login, seed, admin, deps } = await startWithClients();
  const { id } = await seed.photo({ album: await seed.album() });
  await json(login);
  const add = async (name: string) => (await json(`method=pwg.tags.add&name=${name}`)).result.id;
  const first = await add("first");
  const last = await add("x".repeat(100));
  expect(await add("x".repeat(64))).toBe(last);
  const others = Array.from({ length: 998 }, (_, count) => `tag ${count}`);
  await writeSetting(deps.db, NEW_TAGS_SETTING, JSON.stringify(["first", "x".repeat(64), ...others]));
  await add("last");

  await json(`method=pwg.images.setInfo&image_id=${id}&tag_ids=${first};${last}`);

  expect((await admin.call(getPhoto, { params: { id } })).photo.tags).toEqual(["x".repeat(64)]);
});
