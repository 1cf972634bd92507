import { execFileSync } from "node:child_process";
import { chmod, mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { listAlbumPhotos } from "../contract/albums.ts";
import { ADMIN_TOKEN_KEY } from "../contract/limits.ts";
import { startQuietSite } from "../rig/server.ts";
import { expect, pictureFile, test } from "./admin-site.ts";

const isRoot = process.getuid?.() === 0;

/** Real storage faults and how each ends. The order matters: no folder exists before the first. */
const FAULTS: Fault[] = [
  {
    type: "DIRECTORY_CREATION_ERROR",
    details: ["create the folder", "originals"],
    async begin(storage) {
      await writeFile(join(storage, "originals"), "a file where the folder should be");
      return () => rm(join(storage, "originals"));
    },
  },
  {
    type: "FILE_STORAGE_ERROR",
    details: ["receive the file", "temp"],
    begin: (storage) => replaceTemp(storage, (temp) => writeFile(temp, "a file where the folder was")),
  },
  {
    type: "PERMISSION_ERROR",
    details: ["receive the file", "temp", "not writable"],
    async begin(storage) {
      // Root may write everywhere except in the kernel's own tree.
      if (isRoot) return replaceTemp(storage, (temp) => symlink("/sys", temp));
      await chmod(join(storage, "temp"), 0o500);
      return () => chmod(join(storage, "temp"), 0o700);
    },
  },
  {
    type: "DISK_SPACE_ERROR",
    details: ["receive the file", "temp"],
    needsRoot: true,
    async begin(storage) {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=16k", "none", storage]);
      await mkdir(join(storage, "temp"));
      await writeFile(join(storage, "filler"), Buffer.alloc(16 * 1024)).catch(() => {});
      return async () => void execFileSync("umount", [storage]);
    },
  },
];

type Fault = {
  type: string;
  details: string[];
  needsRoot?: boolean;
  /** Returns what ends the fault. */
  begin: (storage: string) => Promise<() => Promise<void>>;
};

async function replaceTemp(storage: string, put: (temp: string) => Promise<void>) {
  const temp = join(storage, "temp");
  await rename(temp, `${temp}.away`);
  await put(temp);
  return async () => {
    await rm(temp);
    await rename(`${temp}.away`, temp);
  };
}

test("storage faults are reported by type and Retry succeeds once they are over; a server that dies is a lost connection", async ({
  browser,
}) => {
  // Its own server, because the test breaks it.
  const site = await startQuietSite();
  const localStorage = [{ name: ADMIN_TOKEN_KEY, value: site.admin.token ?? "" }];
  const context = await browser.newContext({
    baseURL: site.url,
    storageState: { cookies: [], origins: [{ origin: site.url, localStorage }] },
  });
  try {
    await site.album("Harbour");
    const page = await context.newPage();
    await page.goto("/admin/album/harbour");
    const row = rows(page);
    const faults = FAULTS.filter(({ needsRoot }) => isRoot || !needsRoot);
    for (const { type, details, begin } of faults) {
      await test.step(type, async () => {
        await page.getByRole("button", { name: "Upload Photos" }).click();
        const end = await begin(join(site.dataDir, "storage"));
        try {
          await choose(page, await pictureFile(`${type}.jpg`));
          await expect(row).toContainText("Not uploaded");
        } finally {
          await end();
        }
        await expect(row.locator("svg").first()).toBeVisible();
        await expect(row).toContainText("then upload the photo again.");
        await row.getByText("Details").click();
        for (const detail of [type, ...details]) await expect(row).toContainText(detail);
        await row.getByRole("button", { name: "Retry" }).click();
        await expect(row).toContainText("Uploaded");
        await expect(page.getByRole("dialog")).toBeHidden();
      });
    }
    const { photos } = await site.admin.call(listAlbumPhotos, { params: { slug: "harbour" } });
    expect(photos.map(({ filename }) => filename)).toEqual(faults.map(({ type }) => `${type}.jpg`));

    await test.step("the server dies during an upload", async () => {
      await page.getByRole("button", { name: "Upload Photos" }).click();
      const session = await context.newCDPSession(page);
      await session.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: 200_000,
      });
      const { buffer, ...file } = await pictureFile("slow.jpg");
      await choose(page, { ...file, buffer: Buffer.concat([buffer, Buffer.alloc(8_000_000)]) });
      await expect(row.getByRole("progressbar")).toHaveAttribute("value", /[1-9]/);
      await site.stop("SIGKILL");
      await expect(row).toContainText("The connection was lost");
      await expect(row).toContainText("Check your connection, then choose Retry.");
      await row.getByText("Details").click();
      await expect(row).toContainText("NETWORK_ERROR");
    });
  } finally {
    await context.close();
    await site.stop();
  }
});

const rows = (page: Page) => page.getByRole("list", { name: "Files" }).getByRole("listitem");

const choose = (page: Page, file: Awaited<ReturnType<typeof pictureFile>>) =>
  page.getByLabel("Choose photos").and(page.locator("input")).setInputFiles(file);
