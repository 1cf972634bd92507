import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listAlbums } from "../../../contract/albums.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { asOtherUser, giveAway } from "../../../rig/server/as-other-user.ts";
import { type CommandResult, runCommand } from "../../../rig/server/run-command.ts";
import { startTestServer } from "../../../rig/server/start-test-server.ts";
import { readCollection } from "../../features/export/collection.ts";
import { importCollection } from "./import-collection.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-import-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(`${folder}-data`, { recursive: true, force: true });
});

test("two identical files are both imported, each once", async () => {
  const picture = await makePicture();
  await write("travel/One/a.jpg", picture);
  await write("travel/Two/a.jpg", picture);
  expect((await run("import", [folder])).out).toBe("2 imported, 0 already in the library, 0 refused.\n");
  expect((await run("import", [folder])).out).toBe("0 imported, 2 already in the library, 0 refused.\n");
});

test("folders become albums, and photos are stored even if other files are refused or skipped", async () => {
  await write("travel/Lisboa_2024/tram 10.jpg", await makePicture({ colour: "#111111" }));
  await write("travel/Lisboa_2024/tram 9.jpg", await makePicture({ colour: "#222222" }));
  await write("Weddings/Ana & Rui/first dance.png", await makePicture({ format: "png" }));
  await write(
    "Weddings/Ana & Rui/first dance.xmp",
    "<dc:title><rdf:Alt><rdf:li>First dance</rdf:li></rdf:Alt></dc:title>",
  );
  await write("Weddings/Ana & Rui/broken.jpg", Buffer.from("not a picture"));
  await write("Weddings/notes.txt", Buffer.from("bring flowers"));
  await write(".cache/thumb.jpg", await makePicture());

  const { code, out: output } = await run("import", [folder, "--category", "urban"]);
  expect(code).toBe(1);
  expect(output).toContain("3 imported, 0 already in the library, 1 refused.");
  expect(output).toContain("refused: Weddings/Ana & Rui/broken.jpg: ");
  expect(output).toContain("Skipped: 1 other file.");

  const out = join(folder, "out");
  expect((await run("export", [out])).code).toBe(0);
  const { albums } = readCollection(await readFile(join(out, "vitrine.json"), "utf8"));
  expect(albums.map(({ title, category, photos }) => [title, category, photos.map((photo) => photo.title)])).toEqual([
    ["Lisboa 2024", "urban", ["tram 9", "tram 10"]],
    ["Weddings – Ana & Rui", "urban", ["First dance"]],
  ]);
});

test("a folder's name is an album's title and URL, also as a Mac spells it", async () => {
  await write(`${"Travel/Київ, їжак"}/a.jpg`.normalize("NFD"), await makePicture());
  expect((await run("import", [folder])).out).toContain("1 imported");
  expect((await run("import", [folder])).out).toContain("0 imported, 1 already in the library");

  await run("export", [join(folder, ".out")]);
  const { albums } = readCollection(await readFile(join(folder, ".out/vitrine.json"), "utf8"));
  expect(albums.map(({ slug, title, category, photos }) => [slug, title, category, photos[0]?.file])).toEqual([
    ["київ-їжак", "Київ, їжак", "travel", "travel/київ-їжак/a.jpg"],
  ]);
});

test("folders of the same name in two categories become two albums, and stay two when imported again", async () => {
  await write("urban/Paris/a.jpg", await makePicture({ colour: "#111111" }));
  await write("travel/Paris/b.jpg", await makePicture({ colour: "#222222" }));
  await write("travel/Old_Paris/c.jpg", await makePicture({ colour: "#333333" }));
  await write("travel/Old Paris/d.jpg", await makePicture({ colour: "#444444" }));
  await run("import", [folder]);
  await write("travel/Paris/e.jpg", await makePicture({ colour: "#555555" }));
  expect((await run("import", [folder])).out).toContain("1 imported, 4 already in the library");

  await run("export", [join(folder, ".out")]);
  const { albums } = readCollection(await readFile(join(folder, ".out/vitrine.json"), "utf8"));
  expect(albums.map(({ category, title, photos }) => [category, title, photos.map((photo) => photo.title)])).toEqual([
    ["urban", "Paris", ["a"]],
    ["travel", "Old Paris", ["d"]],
    ["travel", "Old Paris", ["c"]],
    ["travel", "Paris", ["b", "e"]],
  ]);
});

test("links are not followed, neither around the folder nor out of it", async () => {
  await write("in/urban/One/a.jpg", await makePicture());
  await write("outside/b.jpg", await makePicture({ colour: "#222222" }));
  await symlink("..", join(folder, "in/urban/One/loop"));
  await symlink(join(folder, "outside"), join(folder, "in/urban/outside"));
  await symlink(join(folder, "outside/b.jpg"), join(folder, "in/urban/One/b.jpg"));

  expect((await run("import", [join(folder, "in")])).out).toBe(
    "1 imported, 0 already in the library, 0 refused.\nSkipped: 3 other files.\n",
  );
});

test("folders and files that cannot be read are listed, and the others are imported", async () => {
  await write("urban/One/a.jpg", await makePicture());
  await run("import", [folder]);
  await write("urban/One/b.jpg", await makePicture({ colour: "#222222" }));
  await write("urban/One/a.jpg.xmp", "");
  await write("urban/One/closed.jpg", "");
  await write("urban/Closed/c.jpg", "");
  for (const path of ["urban/One/closed.jpg", "urban/One/a.jpg.xmp", "urban/Closed"])
    await chmod(join(folder, path), 0);
  await giveAway(folder, `${folder}-data`);

  // Without pictures, whose processes would not be allowed to read this checkout.
  const { code, out } = await asOtherUser(() => run("import", [folder, "--dry-run"]));

  expect(code).toBe(1);
  expect(out.split("\n")).toEqual([
    "Would import 1 photo; 1 already in the library.",
    "  urban: One: 3 photos",
    "  cannot be read: urban/Closed",
    "  cannot be read: urban/One/a.jpg's XMP file",
    "  cannot be read: urban/One/closed.jpg",
    "",
  ]);
  await chmod(join(folder, "urban/Closed"), 0o700);
});

test("a folder that cannot be read does not blame the data folder", async () => {
  await write("urban/One/a.jpg", await makePicture());
  await run("import", [folder]);
  await giveAway(folder, `${folder}-data`);
  await chmod(folder, 0);

  const { code, err } = await asOtherUser(() => run("import", [folder]));

  expect({ code, err }).toEqual({ code: 2, err: `${folder} cannot be read (EACCES)\n` });
  await chmod(folder, 0o700);
});

test("--dry-run lists what would be imported and changes nothing", async () => {
  await write("urban/Paris/a.jpg", await makePicture({ colour: "#111111" }));
  await run("import", [folder]);
  await write("travel/Rome/b.jpg", await makePicture({ colour: "#222222" }));
  await write("travel/Rome/c.jpg", await makePicture({ colour: "#333333" }));

  const plan = await run("import", [folder, "--dry-run"]);

  expect(plan).toEqual({
    code: 0,
    out: "Would import 2 photos; 1 already in the library.\n  travel: Rome: 2 photos\n  urban: Paris: 1 photo\n",
    err: "",
  });
  expect((await run("import", [folder])).out).toBe("2 imported, 1 already in the library, 0 refused.\n");
});

test("--album puts all photos into one album, which may already exist", async () => {
  await write("a/1.jpg", await makePicture({ colour: "#111111" }));
  await write("b/2.jpg", await makePicture({ colour: "#222222" }));
  await run("import", [join(folder, "a"), "--album", "São Paulo", "--category", "travel"]);
  await run("import", [join(folder, "b"), "--album", "São Paulo"]);
  await run("export", [join(folder, "out")]);
  const { albums } = readCollection(await readFile(join(folder, "out", "vitrine.json"), "utf8"));
  expect(albums).toMatchObject([{ slug: "sao-paulo", category: "travel", photos: [{ title: "1" }, { title: "2" }] }]);
});

test("a folder without photos, or a missing one, is reported in one line", async () => {
  const nowhere = join(folder, "nowhere");
  expect((await run("import", [nowhere])).err).toBe(`there is no folder ${nowhere}\n`);
  expect((await run("import", [folder])).err).toBe(`there are no photos in ${folder}\n`);
});

test("texts from a sidecar are cut to the same limits as all others", async () => {
  await write("urban/One/a.jpg", await makePicture());
  const list = (name: string, entries: string[]) =>
    `<${name}><rdf:Alt>${entries.map((entry) => `<rdf:li>${entry}</rdf:li>`).join("")}</rdf:Alt></${name}>`;
  const sidecar = [
    list("dc:title", [`&#27;[2J${"t".repeat(500)}`]),
    list("dc:description", [`one&#0;\ntwo${"c".repeat(9_000)}`]),
    list("Iptc4xmpCore:AltTextAccessibility", [`A&#8238; dog${"a".repeat(9_000)}`]),
    list("dc:subject", [
      "",
      "  ",
      "a&#8238;b",
      "a&#8238;b",
      "x".repeat(200),
      ...Array.from({ length: 90 }, (_, n) => `tag ${n}`),
    ]),
  ];
  await write("urban/One/a.jpg.xmp", sidecar.join("\n"));

  await run("import", [folder]);
  await run("export", [join(folder, "out")]);

  const [photo] = readCollection(await readFile(join(folder, "out", "vitrine.json"), "utf8")).albums[0]?.photos ?? [];
  expect(photo?.title).toBe(`[2J${"t".repeat(197)}`);
  expect(photo?.caption).toBe(`one\ntwo${"c".repeat(4_993)}`);
  expect(photo?.alt).toBe(`A dog${"a".repeat(4_995)}`);
  expect(photo?.tags?.slice(0, 3)).toEqual(["ab", "x".repeat(64), "tag 0"]);
  expect(photo?.tags).toHaveLength(50);
});

test("a sidecar that is a link out of the folder is not read", async () => {
  await write("in/urban/One/a.jpg", await makePicture());
  await write("secret.xmp", "<dc:title><rdf:Alt><rdf:li>Secret</rdf:li></rdf:Alt></dc:title>");
  await symlink(join(folder, "secret.xmp"), join(folder, "in/urban/One/a.jpg.xmp"));

  await run("import", [join(folder, "in")]);
  await run("export", [join(folder, "out")]);

  expect(await readFile(join(folder, "out", "vitrine.json"), "utf8")).not.toContain("Secret");
});

test.each(["a photo", "a folder of photos", "the description", "site.json", "messages.json"])(
  "%s that is a link out of the folder is refused in one line",
  async (kind) => {
    await write("outside/a.jpg", await makePicture());
    if (kind.endsWith(".json")) {
      await write("in/photos/a.jpg", await makePicture());
      await write("outside/secret.json", '{ "name": "Secret" }');
      await symlink(join(folder, "outside/secret.json"), join(folder, "in", kind));
    }
    const description = '{ "vitrine": 1, "albums": [], "in_no_album": [{ "file": "photos/a.jpg" }] }';
    await write(kind === "the description" ? "outside/vitrine.json" : "in/vitrine.json", description);
    await mkdir(join(folder, "in/photos"), { recursive: true });
    if (kind === "a photo") await symlink(join(folder, "outside/a.jpg"), join(folder, "in/photos/a.jpg"));
    if (kind === "a folder of photos") {
      await rm(join(folder, "in/photos"), { recursive: true });
      await symlink(join(folder, "outside"), join(folder, "in/photos"));
    }
    if (kind === "the description")
      await symlink(join(folder, "outside/vitrine.json"), join(folder, "in/vitrine.json"));

    const { code, err } = await run("import", [join(folder, "in")]);

    expect(code).toBe(2);
    expect(err).toMatch(/^\S+ is a link that leads out of the folder\n$/);
    // What has not begun is not half done.
    expect((await run("export", [join(folder, "out")])).out).not.toContain("1 photo");
  },
);

test.each(["a.jpg.xmp", "site.json", "photos/a.jpg"])("%s that is a pipe does not hold the import up", async (pipe) => {
  await write("in/photos/a.jpg", await makePicture());
  const isSidecar = pipe.endsWith(".xmp");
  const path = join(folder, "in", isSidecar ? `photos/${pipe}` : pipe);
  await rm(path, { force: true });
  execFileSync("sh", ["-c", 'mkfifo "$0"', path]);
  if (!isSidecar)
    await write("in/vitrine.json", '{ "vitrine": 1, "albums": [], "in_no_album": [{ "file": "photos/a.jpg" }] }');

  const { code, out, err } = await run("import", [join(folder, "in")]);

  if (isSidecar) expect(out).toContain("1 imported, 0 already in the library, 0 refused.");
  else expect({ code, err }).toEqual({ code: 2, err: `${pipe} is not a file\n` });
});

test("a description that reaches outside its folder is refused in one line", async () => {
  await write("vitrine.json", '{ "vitrine": 1, "albums": [], "in_no_album": [{ "file": "../secret.jpg" }] }');
  const { code, err } = await run("import", [folder]);
  expect(code).toBe(2);
  expect(err).toBe("vitrine.json is wrong at in_no_album.0.file: Must be a path inside the folder\n");
});

test("the demo has all its photographs, in albums of every category", async () => {
  const server = await startTestServer();
  const root = join(import.meta.dirname, "../../..");
  const collection = readCollection(await readFile(join(import.meta.dirname, "demo-collection.json"), "utf8"));
  expect(await importCollection(server.deps, root, collection)).toMatchObject({ stored: 9, known: 0, refused: [] });
  const { albums } = await server.admin.call(listAlbums);
  expect(new Set(albums.map(({ category }) => category))).toEqual(new Set(["urban", "portraits", "travel"]));
});

test("the demo refuses settings of a real site", async () => {
  const place = { dataDir: `${folder}-data`, databaseUrl: undefined };
  const { code, out, err } = await runCommand("demo", place, [], { env: { PUBLIC_URL: "https://example.com" } });
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain("the demo is not meant to be published");
});

async function write(path: string, content: Buffer | string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

/** Runs on a library next to the folder. */
function run(name: "import" | "export", args: string[]): Promise<CommandResult> {
  const create = name === "import" ? ["--create"] : [];
  return runCommand(name, { dataDir: `${folder}-data`, databaseUrl: undefined }, [...args, ...create]);
}
