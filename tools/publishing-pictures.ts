import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { createAlbum, listAlbums } from "../contract/albums.ts";
import { getInbox } from "../contract/inbox.ts";
import { ADMIN_TOKEN_KEY } from "../contract/limits.ts";
import { addToken } from "../contract/tokens.ts";
import { ensureBrowser } from "../rig/browser.ts";
import { createClient } from "../rig/client.ts";
import { makePicture } from "../rig/make-picture.ts";
import { startSite } from "../rig/server.ts";
import { ADMIN } from "../rig/server-process.ts";
import { waitUntil } from "../rig/wait-until.ts";

/** Takes the pictures of docs/publishing.md: `npx node tools/publishing-pictures.ts`. */
const FOLDER = "docs/pictures";
/** Shown in the picture, so without a random part. */
const inbox = join(tmpdir(), "inbox");

const FILES: [path: string, colour: string][] = [
  ["harbour/boats-1.jpg", "#1f3a4d"],
  ["harbour/boats-2.jpg", "#27506b"],
  ["harbour/boats-3.jpg", "#2f6688"],
  ["Old town/market.jpg", "#6b4a27"],
];

for (const [path, colour] of FILES) {
  await mkdir(join(inbox, path, ".."), { recursive: true });
  await writeFile(join(inbox, path), await makePicture({ colour, width: 1200, height: 800 }));
}
await writeFile(join(inbox, "harbour/IMG_2041.dng"), "II*");
const site = await startSite({ INBOX_DIR: inbox });
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ["--no-sandbox", "--disable-gpu"] });
try {
  await site.admin.call(createAlbum, { body: { title: "Harbour", category: "travel" } });
  await addTokens();
  await waitUntil("the inbox is empty", async () => (await site.admin.call(getInbox)).events.length === 3);
  const localStorage = [{ name: ADMIN_TOKEN_KEY, value: site.admin.token ?? "" }];
  const page = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    baseURL: site.url,
    storageState: { cookies: [], origins: [{ origin: site.url, localStorage }] },
  });
  await take(page, "/admin/account", "Tokens", "tokens");
  await take(page, "/admin/settings", "Publishing from Other Programs", "inbox");
} finally {
  await browser.close();
  await site.stop();
  await rm(inbox, { recursive: true });
}

async function addTokens(): Promise<void> {
  const current_password = ADMIN.password;
  const lightroom = { name: "Lightroom on the laptop", scope: "publish", current_password } as const;
  const { token } = await site.admin.call(addToken, { body: lightroom });
  await createClient(site.url, token).call(listAlbums);
  const expires_on = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString();
  const body = { name: "Screen in the studio", scope: "read", expires_on, current_password } as const;
  await site.admin.call(addToken, { body });
}

async function take(page: Page, path: string, region: string, name: string): Promise<void> {
  await page.goto(path);
  const target = page.getByRole("region", { name: region });
  await target.waitFor();
  await page.waitForLoadState("networkidle");
  await target.screenshot({ path: `${FOLDER}/${name}.jpg`, type: "jpeg", quality: 80 });
  console.log(`${FOLDER}/${name}.jpg`);
}
