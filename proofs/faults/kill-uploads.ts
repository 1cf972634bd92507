import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { createAlbum } from "../../contract/albums.ts";
import { ADMIN_TOKEN_KEY } from "../../contract/limits.ts";
import { ensureBrowser } from "../../rig/browser.ts";
import { freePort } from "../../rig/free-port.ts";
import { makePicture } from "../../rig/make-picture.ts";
import { type ServerProcess, startServerProcess } from "../../rig/server-process.ts";
import { consultDoctor } from "./verify-ledger.ts";

const FILES = 40;
const KILLS = 40;
const LIMIT_MS = 120_000;

/**
 * An owner uploads 40 files, and the server is killed at one of 40 moments between the first byte and the last photo.
 * Then they choose Retry all, or reload the page and choose the same files again: in the end there are 40 photos.
 */
export async function killUploads(dataDir: string): Promise<void> {
  const site = { dataDir: join(dataDir, "site"), port: String(await freePort()) };
  let server = await start(site);
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const localStorage = [{ name: ADMIN_TOKEN_KEY, value: server.admin.token ?? "" }];
    const context = await browser.newContext({
      baseURL: server.url,
      storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
    });
    // The first also loads what every later one needs.
    let wholeMs = 0;
    for (let warmUp = 0; warmUp < 2; warmUp++) wholeMs = await uploadUndisturbed(server, context, dataDir, warmUp);
    let missing = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const shoot = await prepareShoot(server, join(dataDir, `kill-${kill}`));
      const page = await openDialog(context, shoot);
      await choose(page, shoot);
      await new Promise((resolve) => setTimeout(resolve, (wholeMs * kill) / KILLS));
      await server.stop("SIGKILL");
      missing += FILES - (await storedCount(page));
      // As its owner finds it: with failed files, unless all had been stored.
      if (kill % 2 === 0) await firstFailure(page);
      server = await start(site);
      await (kill % 2 === 0 ? retryAll(page) : chooseAgain(page, shoot));
      await expectEachOnce(server, shoot);
      await page.close();
      if ((kill + 1) % 10 === 0) console.log(`${kill + 1} kills, each file of each upload is one photo`);
    }
    console.log(
      `${KILLS} kills during uploads of ${FILES} files, over ${Math.round(wholeMs)} ms, with ${missing} files not yet ` +
        `reported as stored: each file is one photo, after Retry all and after choosing the files again`,
    );
  } finally {
    await browser.close();
    await server.stop();
  }
  await consultDoctor(site.dataDir);
}

const start = ({ dataDir, port }: { dataDir: string; port: string }) => startServerProcess(dataDir, { PORT: port });

type Shoot = { slug: string; paths: string[]; hashes: string[] };

/** An album, and files that no other round has. */
async function prepareShoot({ admin }: ServerProcess, folder: string): Promise<Shoot> {
  const { album } = await admin.call(createAlbum, { body: { title: "Shoot", category: "urban" } });
  await mkdir(folder, { recursive: true });
  const picture = await makePicture({ width: 1200, height: 800 });
  const paths: string[] = [];
  for (let index = 0; index < FILES; index++) {
    const path = join(folder, `frame ${index}.jpg`);
    // Bytes after the end of a JPEG are not part of the picture, but make it another file.
    await writeFile(path, Buffer.concat([picture, Buffer.from(path)]));
    paths.push(path);
  }
  const hashes = await Promise.all(
    paths.map(async (path) =>
      createHash("sha256")
        .update(await readFile(path))
        .digest("hex"),
    ),
  );
  return { slug: album.slug, paths, hashes };
}

async function uploadUndisturbed(server: ServerProcess, context: BrowserContext, dataDir: string, round: number) {
  const shoot = await prepareShoot(server, join(dataDir, `warm-up-${round}`));
  const page = await openDialog(context, shoot);
  const startedAt = performance.now();
  await choose(page, shoot);
  await page.getByText(`${FILES} photos uploaded`, { exact: true }).first().waitFor({ timeout: LIMIT_MS });
  const wholeMs = performance.now() - startedAt;
  await page.close();
  await expectEachOnce(server, shoot);
  return wholeMs;
}

async function openDialog(context: BrowserContext, { slug }: Shoot): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`/admin/album/${slug}`);
  await page.getByRole("button", { name: "Upload Photos" }).click();
  return page;
}

const choose = (page: Page, { paths }: Shoot) =>
  page.getByLabel("Choose photos").and(page.locator("input")).setInputFiles(paths);

const storedCount = (page: Page) => page.locator('li[data-status="done"]').count();

/** The dialog closes by itself when every file is stored. */
const dialog = (page: Page) => page.getByRole("dialog", { name: "Upload photos to Shoot" });

async function firstFailure(page: Page): Promise<void> {
  const failed = page.locator('li[data-status="failed"]').first().waitFor({ timeout: LIMIT_MS });
  await Promise.race([failed, dialog(page).waitFor({ state: "hidden", timeout: LIMIT_MS })]);
}

async function retryAll(page: Page): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  while (await dialog(page).isVisible()) {
    if (performance.now() > end)
      throw new Error(`not all uploaded: ${await dialog(page).getByRole("status").textContent()}`);
    const retry = page
      .getByRole("button", { name: "Retry all" })
      .or(page.getByRole("button", { name: "Retry", exact: true }));
    if ((await retry.count()) > 0)
      await retry
        .last()
        .click({ timeout: 5_000 })
        .catch(() => {});
    await page.waitForTimeout(250);
  }
}

async function chooseAgain(page: Page, shoot: Shoot): Promise<void> {
  // Leaving an upload asks first.
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole("button", { name: "Upload Photos" }).click();
  await choose(page, shoot);
  await page.waitForFunction(
    () => {
      const rows = [...document.querySelectorAll("dialog[open] li[data-status]")];
      return rows.every((row) => ["done", "duplicate"].includes(row.getAttribute("data-status") ?? ""));
    },
    undefined,
    { timeout: LIMIT_MS },
  );
}

async function expectEachOnce({ admin }: ServerProcess, { slug, hashes }: Shoot): Promise<void> {
  const response = await admin.fetch(`/api/v1/admin/albums/${slug}/photos`);
  const { photos } = (await response.json()) as { photos: { file_url: string; filename: string }[] };
  const found: string[] = [];
  for (const { file_url } of photos) {
    const file = await admin.fetch(file_url);
    found.push(
      createHash("sha256")
        .update(Buffer.from(await file.arrayBuffer()))
        .digest("hex"),
    );
  }
  if (found.sort().join() === hashes.toSorted().join()) return;
  throw new Error(`${slug}: ${photos.length} photos of ${new Set(found).size} files, not ${hashes.length}`);
}
