import { getPhoto, listPhotos } from "../contract/photos.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, message, named, pictureFile, test, tile, undoOf } from "./admin-site.ts";

test("a photo's file is replaced from the panel and by a drop on the loupe, and restored", async ({ page, site }) => {
  const [photo] = await site.photos(await site.album("Trees"), named("ash.jpg"));
  if (!photo) throw new Error("Not uploaded");
  const current = async () => (await site.admin.call(getPhoto, { params: { id: photo.id } })).photo;
  await page.goto("/admin");
  await tile(page, "ash").click();
  const panel = page.getByRole("complementary", { name: "Photo details" });
  const replace = panel.getByRole("button", { name: "Replace file…" });
  await replace.focus();
  await panel.getByLabel("New file").setInputFiles(await pictureFile("ash edited.jpg"));
  await expect(message(page, "File of ash replaced")).toBeVisible();
  await expect(replace).toBeFocused();
  expect(await current()).toMatchObject({ title: "ash", filename: "ash edited.jpg" });
  await panel.getByRole("button", { name: "Back to the earlier file" }).click();
  await expect(message(page, "The earlier file of ash is back")).toBeVisible();
  expect((await current()).filename).toBe("ash.jpg");
  await panel
    .getByLabel("New file")
    .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.of(65) });
  await expect(message(page, /notes\.txt: This is not a JPEG, PNG, GIF or WebP picture/)).toBeVisible();

  await tile(page, "ash").dblclick();
  const loupe = page.getByRole("dialog", { name: "Loupe: ash" });
  const { buffer } = await pictureFile("ash darker.jpg");
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], "ash darker.jpg", { type: "image/jpeg" }));
      return transfer;
    },
    [...buffer],
  );
  await loupe.dispatchEvent("dragenter", { dataTransfer: dropped });
  await expect(loupe.getByText("Drop to replace the file of ash")).toBeVisible();
  await loupe.dispatchEvent("drop", { dataTransfer: dropped });
  await expect(loupe.getByText(/^ash\.jpg, kept until/)).toBeVisible();
  await expectAccessible(page);
  await undoOf(page, "File of ash replaced").last().click();
  await expect(message(page, "Undone: File of ash replaced")).toBeVisible();
  expect((await site.admin.call(listPhotos)).photos).toMatchObject([{ filename: "ash.jpg", former_file: null }]);
});
