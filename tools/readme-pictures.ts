import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { createInterface } from "node:readline";
import { chromium, type Page } from "@playwright/test";
import { login } from "../contract/auth.ts";
import { listPhotos } from "../contract/photos.ts";
import { createRoom } from "../contract/rooms.ts";
import { ensureBrowser } from "../rig/browser.ts";
import { createClient } from "../rig/client.ts";
import { visitRoom } from "../rig/visit-room.ts";

/** Takes the README's pictures from the demo: `npx node tools/readme-pictures.ts`. */
const FOLDER = "docs/pictures";
/** What the client sees, in this order, and what she has chosen so far. */
const ROOM_PHOTOS = ["acanthus-mollis.jpg", "allium-oreophilum.jpg", "nagasaki-boats.jpg", "black-canyon.jpg"];
const CHOSEN = ["acanthus-mollis.jpg", "black-canyon.jpg"];

const demo = spawn("npm", ["run", "demo"], { stdio: ["ignore", "pipe", "inherit"] });
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ["--no-sandbox", "--disable-gpu"] });
try {
  const { site, email, password } = await whenReady();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, baseURL: site });
  await mkdir(FOLDER, { recursive: true });

  await page.goto("/travel/rivers-and-mountains");
  await take(page, "strip");
  await page.getByRole("link", { name: /Boats in River/ }).click();
  await page.waitForURL("**/photo/*");
  await take(page, "viewer");

  await page.goto(await prepareRoom(site, email, password));
  await take(page, "room");

  await page.goto("/admin/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/admin");
  await page.getByRole("option", { name: /^Acanthus mollis/ }).click();
  await take(page, "library");
  await page.setViewportSize({ width: 1280, height: 640 });
  await page.goto("/admin/album/rivers-and-mountains/table");
  await take(page, "table");
} finally {
  await browser.close();
  demo.kill("SIGINT");
  await once(demo, "exit");
}

/** The URL of a viewing room that a client has begun to choose from. */
async function prepareRoom(site: string, email: string, password: string): Promise<string> {
  const { token } = await createClient(site).call(login, { body: { email, password } });
  const owner = createClient(site, token);
  const { photos } = await owner.call(listPhotos);
  const idOf = (filename: string) => {
    const photo = photos.find((one) => one.filename === filename);
    if (!photo) throw new Error(`The demo has no ${filename}`);
    return photo.id;
  };
  const { room } = await owner.call(createRoom, {
    body: {
      title: "Prints for Clara",
      message: "Please choose three for your hallway. A heart is enough, and a comment is welcome.",
      photo_ids: ROOM_PHOTOS.map(idOf),
      download: "large",
      selection: true,
      selection_limit: 3,
    },
  });
  const client = visitRoom({ url: site }, room);
  for (const filename of CHOSEN) await client.pick(idOf(filename), { picked: true });
  return room.url ?? "";
}

/** Reads the URL and the account from what the demo prints. */
async function whenReady(): Promise<{ site: string; email: string; password: string }> {
  const found: Record<string, string> = {};
  for await (const line of createInterface({ input: demo.stdout })) {
    const [, name = "", value = ""] = /^\s*(The demo is at|email|password)\s+(\S+)$/.exec(line) ?? [];
    if (name) found[name] = value;
    if (found.password) break;
  }
  return { site: found["The demo is at"] ?? "", email: found.email ?? "", password: found.password ?? "" };
}

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  // Every picture in view is loaded and has faded in.
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { left, right, top, bottom } = image.getBoundingClientRect();
      const isInView = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
      return !isInView || (image.complete && image.naturalWidth > 0);
    }),
  );
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
  await page.screenshot({ path: `${FOLDER}/${name}.jpg`, type: "jpeg", quality: 80 });
  console.log(`${FOLDER}/${name}.jpg`);
}
