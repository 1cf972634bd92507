import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createRoom } from "../../contract/rooms.ts";
import { makePicture } from "../../rig/make-picture.ts";
import { startSite } from "../../rig/server.ts";
import { visitRoom } from "../../rig/visit-room.ts";
import { expect } from "../expect.ts";

const run = promisify(execFile);
const PHOTOS = 3;
const RENAMED = ["DSC_0411-edit.jpg", "Ana final.jpg", "DSC_0411 v3 (copy).jpg"];

/** What Debian's own programs read: a ZIP that was put together from two requests, and the names in sidecars. */
export async function readByOthers(): Promise<void> {
  const site = await startSite();
  const folder = await mkdtemp(join(tmpdir(), "vitrine-sidecars-"));
  try {
    const album = await site.album("Session");
    const names = Array.from({ length: PHOTOS }, (_, index) => ({ name: `DSC_041${index + 1}.jpg` }));
    const [photo] = await site.photos(album, names);
    if (!photo) throw new Error("no photo was stored");
    for (const [index, name] of RENAMED.entries()) {
      const form = new FormData();
      const bytes = await makePicture({ width: 400 + index, height: 300 });
      form.append("photo", new Blob([Uint8Array.from(bytes)]), name);
      const { status } = await site.admin.fetch(`/api/v1/admin/photos/${photo.id}/file`, { method: "PUT", body: form });
      expect(`the file is replaced by ${name}`, status === 200);
    }
    const { room } = await site.admin.call(createRoom, {
      body: { title: "Ana", album_slug: album.slug, download: "original", selection: true, has_labels: true },
    });
    const client = visitRoom(site, room);
    await client.pick(photo.id, { picked: true, rating: 4, label: "green", comment: "Larger, please" });

    const whole = await bytesOf(await client.at("/download"));
    const half = Math.floor(whole.length / 2);
    const rest = await client.at("/download", { headers: { range: `bytes=${half}-` } });
    await writeFile(join(folder, "Ana.zip"), Buffer.concat([whole.subarray(0, half), await bytesOf(rest)]));
    const tested = await readWith("unzip", ["-t", join(folder, "Ana.zip")]);
    if (tested !== undefined)
      expect("unzip -t finds no error in a ZIP that went on", /No errors detected/.test(tested));

    const sidecars = await site.admin.fetch(`/api/v1/admin/rooms/${room.id}/selection.zip`);
    await writeFile(join(folder, "sidecars.zip"), await bytesOf(sidecars));
    const unpacked = await readWith("unzip", ["-o", "-d", folder, join(folder, "sidecars.zip")]);
    if (unpacked === undefined) return;
    const read = await readWith("exiftool", ["-json", "-struct", join(folder, "DSC_0411.xmp")]);
    if (read === undefined) return;
    const [tags] = JSON.parse(read);
    expect("exiftool reads the camera's name after three renamed files", tags.PreservedFileName === "DSC_0411.jpg");
    expect("and the stars, the colour and the comment", `${tags.Rating} ${tags.Label}` === "4 Green");
    expect("and what the client wrote", tags.Instructions === "Larger, please");
  } finally {
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Undefined, and said so, where this machine has no such program. */
async function readWith(program: string, args: string[]): Promise<string | undefined> {
  try {
    return (await run(program, args)).stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    console.log(`skipped: no ${program}`);
    return undefined;
  }
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
