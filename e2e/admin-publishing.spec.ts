import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getInbox } from "../contract/inbox.ts";
import { ADMIN_TOKEN_KEY } from "../contract/limits.ts";
import { makePicture } from "../rig/make-picture.ts";
import { startSite } from "../rig/server.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, expectToFit, test } from "./admin-site.ts";

test("Settings has the plug-in, and shows what came into the inbox and what was refused, with the reasons", async ({
  browser,
}) => {
  const inbox = await mkdtemp(join(tmpdir(), "vitrine-inbox-"));
  await mkdir(join(inbox, "Harbour"));
  await writeFile(join(inbox, "Harbour/boat.jpg"), await makePicture({ colour: "#111111" }));
  await writeFile(join(inbox, "Harbour/mole.jpg"), await makePicture({ colour: "#222222" }));
  await writeFile(join(inbox, "Harbour/raw.dng"), "II*");
  await writeFile(join(inbox, "alone.jpg"), await makePicture());
  // A site for this test alone: others have no inbox.
  const site = await startSite({ INBOX_DIR: inbox });
  const localStorage = [{ name: ADMIN_TOKEN_KEY, value: site.admin.token ?? "" }];
  const origins = [{ origin: site.url, localStorage }];
  const context = await browser.newContext({ baseURL: site.url, storageState: { cookies: [], origins } });
  const page = await context.newPage();
  try {
    await expect.poll(async () => (await site.admin.call(getInbox)).events.length, { timeout: 60_000 }).toBe(3);
    await page.goto("/admin/settings");
    const card = page.getByRole("region", { name: "Publishing from Other Programs" });
    await test.step("what came and what was refused", async () => {
      await expect(card).toContainText(`Photos put into a folder of ${inbox} are added to the album of the same name.`);
      await expect(card).toContainText("From the inbox into Harbour: took 2 photos");
      await expect(card).toContainText("Refused Harbour/raw.dng in the inbox: This is a RAW file");
      await expect(card).toContainText("Refused alone.jpg in the inbox: Put photos into a folder");
      await expectAccessible(page);
      await expectToFit(page, 390);
      await expectToFit(page, 1440);
    });

    await test.step("the plug-in, and where its token is made", async () => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        card.getByRole("button", { name: "Lightroom plug-in" }).click(),
      ]);
      expect(download.suggestedFilename()).toBe("vitrine-lightroom.zip");
      await expect(card.getByRole("link", { name: "Account" })).toHaveAttribute("href", "/admin/account");
    });

    await test.step("an inbox that cannot be used", async () => {
      await rm(inbox, { recursive: true });
      await page.reload();
      await expect(card).toContainText("The folder does not exist. Photos wait until it is fixed.");
    });
  } finally {
    await context.close();
    await site.stop();
    await rm(inbox, { recursive: true, force: true });
  }
});
