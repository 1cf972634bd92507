import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import type { SiteSettings } from "../../contract/site.ts";
import { readConfig } from "../config.ts";
import type { Deps } from "../deps.ts";
import { CannotStartError } from "../errors.ts";
import { listAlbumPhotos } from "../features/albums/album-photos.service.ts";
import { allPhotos, readCollection } from "../features/export/collection.ts";
import { updateFirstSteps } from "../features/first-steps/first-steps.service.ts";
import { readSequence, saveSequence } from "../features/sequences/sequences.service.ts";
import { updateSite } from "../features/site/site.service.ts";
import { createPage } from "../features/written-pages/written-pages.service.ts";
import { lockDataFolder } from "../platform/data-lock.ts";
import { serve } from "../serve.ts";
import { type CommandIo, optionsCommand, runAsProgram } from "./command/command.ts";
import { withServices } from "./command/open-library.ts";
import { importCollection } from "./transfer/import-collection.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const DATA_DIR = join(ROOT, "demo-data");
/** Only a folder with this file in it is deleted. */
const MARKER = join(DATA_DIR, "made-by-npm-run-demo");
const HELP = `Fills a demo site with nine photographs and serves it on this machine only.

  npm run demo

PORT sets the port; by default, the first free one from 3000 on. Every start creates the site from scratch.
`;
const EMAIL = "demo@example.com";
const FIRST_PORT = 3000;
const PORTS_TO_TRY = 100;

/** Settings of a real site: setting one of these shows that more than a demo is expected. */
const PRODUCTION_SETTINGS = ["HOST", "PUBLIC_URL", "DATA_DIR", "DATABASE_URL", "STORAGE_URL", "TRUST_PROXY"];

const SITE: Partial<SiteSettings> = {
  name: "Silver & Light",
  tagline: "Nine photographs from the first hundred years",
  about:
    "This site is a demonstration of Vitrine. The photographs were taken between 1865 and 1940 by Fédèle Azari, Felice Beato, Karl Blossfeldt, Adolphe Braun, Peter Henry Emerson, Dorothea Lange, Eadweard Muybridge and Timothy H. O'Sullivan.\n\nThey are in the public domain. Digital images courtesy of the Getty's Open Content Program.",
  email: EMAIL,
  phone: "+1 202 555 0143",
  location: "127.0.0.1",
  social: [{ label: "Getty Open Content Program", url: "https://www.getty.edu/about/opencontent.html" }],
};

const SEQUENCED = "rivers-and-mountains";

const NOTES: Parameters<typeof createPage>[1] = {
  kind: "page",
  title: "Notes",
  summary: "How these photographs were made.",
  status: "public",
  blocks: [
    {
      kind: "text",
      text: "None of these photographs was taken quickly. The earliest are *wet plates*: the glass was coated, exposed and developed before it dried, all within a quarter of an hour.",
    },
    { kind: "heading", text: "The processes" },
    {
      kind: "entries",
      entries: [
        {
          year: "1865",
          title: "Albumen silver print",
          place: "Nagasaki",
          note: "Egg white on paper, under the sun",
          url: "",
        },
        {
          year: "1870",
          title: "Carbon print",
          place: "The Alps",
          note: "Pigment in gelatin, which does not fade",
          url: "",
        },
        { year: "1888", title: "Photogravure", place: "Suffolk", note: "Ink from an etched plate of copper", url: "" },
        {
          year: "1928",
          title: "Gelatin silver print",
          place: "Berlin",
          note: "The paper of the darkroom, until today",
          url: "",
        },
      ],
    },
  ],
};

export const run = optionsCommand({ help: HELP, options: {} }, async (_values, { env, stdout, stderr }) => {
  refuseProduction(env);
  const port = env.PORT ?? String(await findPort());
  const password = randomBytes(9).toString("base64url");
  const settings = { PORT: port, DATA_DIR, ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: password };
  await clearData();
  stdout.write("Hanging nine photographs…\n");
  await withServices({ env: settings, stderr }, { access: "write", accept: "new" }, fillLibrary);
  const { url } = await serve(readConfig(settings));
  stdout.write(`
The demo is at ${url}
Sign in at     ${url}/admin/login
  email        ${EMAIL}
  password     ${password}

Every start creates it from scratch, and only this machine can reach it. Press Ctrl-C to stop it.
To start your own site: npm start
`);
  return 0;
});

function refuseProduction(env: CommandIo["env"]): void {
  const setting = PRODUCTION_SETTINGS.find((name) => env[name]);
  if (setting)
    throw new CannotStartError(`the demo is not meant to be published and does not accept ${setting}. Use npm start`);
}

async function clearData(): Promise<void> {
  if (existsSync(DATA_DIR) && !existsSync(MARKER)) {
    throw new CannotStartError(`${DATA_DIR} was not created by the demo. Move it away first`);
  }
  // Throws while another demo uses it.
  if (existsSync(DATA_DIR)) lockDataFolder(DATA_DIR).release();
  await rm(DATA_DIR, { recursive: true, force: true });
  await mkdir(DATA_DIR);
  await writeFile(MARKER, "Every npm run demo deletes this folder and creates it again.\n");
}

/** An ordinary import. The description points to the photographs where npm installed them. */
async function fillLibrary(deps: Deps): Promise<void> {
  const collection = readCollection(
    await readFile(join(import.meta.dirname, "transfer", "demo-collection.json"), "utf8"),
  );
  if (allPhotos(collection).some(({ file }) => !existsSync(join(ROOT, file)))) {
    throw new CannotStartError("the demo's photographs are not installed. Run npm ci without --omit=dev");
  }
  const { refused } = await importCollection(deps, ROOT, collection);
  const [first] = refused;
  if (first) throw new Error(`${first.file_name}: ${first.error}`);
  const [portrait] = await listAlbumPhotos(deps, "plant-portraits");
  await sequenceAlbum(deps);
  await createPage(deps, NOTES);
  await updateSite(deps, { ...SITE, portrait_photo_id: portrait?.id ?? null });
  // Its owner has taken them.
  await updateFirstSteps(deps, { shown: false });
}

/** A photograph, a text, and a pair. */
async function sequenceAlbum(deps: Deps): Promise<void> {
  const [canyon, alps, boats] = (await listAlbumPhotos(deps, SEQUENCED)).map(({ id }) => id);
  if (!canyon || !alps || !boats) throw new Error(`${SEQUENCED} lacks a photograph`);
  const { sequence } = await readSequence(deps, SEQUENCED);
  await saveSequence(deps, SEQUENCED, {
    version_id: sequence.version_id,
    revision: sequence.revision,
    panels: [
      { kind: "photos", photo_ids: [alps], gap: 10 },
      {
        kind: "text",
        heading: "Glass and mules",
        body: "Each of these journeys needed a tent for a darkroom, plates of glass, and animals to carry them.",
      },
      { kind: "photos", photo_ids: [canyon, boats], gap: 10 },
    ],
  });
}

/** 3000, or the next free port. */
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

if (import.meta.main) await runAsProgram(run);
