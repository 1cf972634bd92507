import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Site } from "../../contract/site.ts";
import { readConfig } from "../config.ts";
import type { Deps } from "../deps.ts";
import { CannotStartError } from "../errors.ts";
import { listAlbumPhotos } from "../features/albums/album-photos.service.ts";
import { lockDataFolder } from "../platform/data-lock.ts";
import { serve } from "../serve.ts";
import { allPhotos, readCollection } from "./collection.ts";
import { importCollection } from "./import-collection.ts";
import { runCommand } from "./run-command.ts";
import { withServices } from "./with-services.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const DATA_DIR = join(ROOT, "demo-data");
/** Only a folder with this file in it is thrown away. */
const MARKER = join(DATA_DIR, "made-by-npm-run-demo");
const EMAIL = "demo@example.com";
const FIRST_PORT = 3000;
const PORTS_TO_TRY = 100;

/** What a real site would be given: whoever sets one of these does not want to look around. */
const PRODUCTION_SETTINGS = ["HOST", "PUBLIC_URL", "DATA_DIR", "DATABASE_URL", "STORAGE_URL", "TRUST_PROXY"];

const SITE: Site = {
  name: "Silver & Light",
  tagline: "Nine photographs from the first hundred years",
  about:
    "This site is a demonstration of Vitrine. The photographs were taken between 1865 and 1940 by Fédèle Azari, Felice Beato, Karl Blossfeldt, Adolphe Braun, Peter Henry Emerson, Dorothea Lange, Eadweard Muybridge and Timothy H. O'Sullivan.\n\nThey are in the public domain. Digital images courtesy of the Getty's Open Content Program.",
  email: EMAIL,
  phone: "+1 202 555 0143",
  location: "127.0.0.1",
  portrait: "",
  social: [{ label: "Getty Open Content Program", url: "https://www.getty.edu/about/opencontent.html" }],
};

await runCommand(async () => {
  refuseProduction();
  const port = process.env.PORT ?? String(await findPort());
  const password = randomBytes(9).toString("base64url");
  const settings = { PORT: port, DATA_DIR, ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: password };
  await clearData();
  process.stdout.write("Hanging nine photographs…\n");
  await withServices(settings, fillLibrary);
  const { url } = await serve(readConfig(settings));
  process.stdout.write(`
The demo is at ${url}
Sign in at     ${url}/admin/login
  email        ${EMAIL}
  password     ${password}

It is made anew at every start, and only this machine can reach it. Ctrl-C ends it.
For a site of your own: npm start
`);
  return 0;
});

function refuseProduction(): void {
  const setting = PRODUCTION_SETTINGS.find((name) => process.env[name]);
  if (setting) throw new CannotStartError(`the demo is no site to publish: it takes no ${setting}. Use npm start`);
}

async function clearData(): Promise<void> {
  if (existsSync(DATA_DIR) && !existsSync(MARKER)) {
    throw new CannotStartError(`${DATA_DIR} was not made by the demo. Move it away first`);
  }
  // Refuses while another demo runs on it.
  if (existsSync(DATA_DIR)) lockDataFolder(DATA_DIR).release();
  await rm(DATA_DIR, { recursive: true, force: true });
  await mkdir(DATA_DIR);
  await writeFile(MARKER, "This folder is made anew by every npm run demo.\n");
  await writeFile(join(DATA_DIR, "site.json"), JSON.stringify(SITE));
}

/** By the same way as any import; the description names the photographs where npm has put them. */
async function fillLibrary(deps: Deps): Promise<void> {
  const collection = readCollection(await readFile(join(import.meta.dirname, "demo-collection.json"), "utf8"));
  if (allPhotos(collection).some(({ file }) => !existsSync(join(ROOT, file)))) {
    throw new CannotStartError("the demo's photographs are not installed. Run npm ci without --omit=dev");
  }
  const { refused } = await importCollection(deps, ROOT, collection);
  const [first] = refused;
  if (first) throw new Error(`${first.file_name}: ${first.error}`);
  const [portrait] = await listAlbumPhotos(deps, "plant-portraits");
  await writeFile(join(DATA_DIR, "site.json"), JSON.stringify({ ...SITE, portrait: portrait?.internal_id ?? "" }));
}

/** 3000, or the next that is free. */
async function findPort(): Promise<number> {
  for (let port = FIRST_PORT; port < FIRST_PORT + PORTS_TO_TRY; port++) if (await isFree(port)) return port;
  throw new CannotStartError(`no port from ${FIRST_PORT} on is free. Set PORT`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
