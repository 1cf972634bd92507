import sharp from "sharp";
import { expect, test } from "vitest";
import { listCategories } from "../../../contract/categories.ts";
import { VARIANT_EDGE_PX } from "../../../contract/limits.ts";
import type { AdminPhoto } from "../../../contract/photos.ts";
import { oddPictures } from "../../../rig/pictures/odd-pictures.ts";
import { type OddPicture, SECRET } from "../../../rig/pictures/plain-pictures.ts";
import { imagesMadeEachTime } from "../../../rig/server/images-for-tests.ts";
import { startTestServer } from "../../../rig/server/start-test-server.ts";
import { upload } from "../../../rig/upload.ts";
import { isSrgbProfile } from "../../platform/images/icc.ts";

const FILES_PER_REQUEST = 20;

test("every odd file gets its verdict while visitors are served, and what is accepted comes out upright, clean and in its colours", async () => {
  const { admin, visitor, seed, deps, clock } = await startTestServer({}, imagesMadeEachTime);
  const album = await seed.album();
  const files = await oddPictures();
  expect(files.length).toBeGreaterThanOrEqual(150);

  const wrong: string[] = [];
  const accepted: { file: OddPicture; photo: AdminPhoto }[] = [];
  for (let start = 0; start < files.length; start += FILES_PER_REQUEST) {
    const sent = files.slice(start, start + FILES_PER_REQUEST);
    const uploading = upload(admin, album, sent);
    const first = await Promise.race([
      uploading.then(() => "upload"),
      visitor.call(listCategories).then(() => "visitor"),
    ]);
    // Decoding a picture takes far longer than a page for a visitor, unless the visitor had to wait for it.
    const isDecoded = sent.some(({ verdict }) => verdict === "accepted");
    if (isDecoded && first === "upload") wrong.push(`${sent[0]?.about} and after: a visitor had to wait`);
    const { body } = await uploading;
    const photos = [...body.photos];
    const failures = [...body.failed_uploads];
    for (const file of sent) {
      // Both lists keep the order in which the files were sent.
      const isRefused = file.verdict !== "accepted";
      const failure = isRefused ? failures.shift() : undefined;
      const photo = isRefused ? undefined : photos.shift();
      if (isRefused && failure?.error_details.reason !== file.verdict) {
        wrong.push(`${file.about}: ${failure?.error_details.reason ?? "accepted"}, not ${file.verdict}`);
      }
      if (photo) accepted.push({ file, photo });
    }
    if (photos.length > 0 || failures.length > 0) {
      wrong.push(`${sent[0]?.about} and after: ${failures.map((failure) => `${failure.file_name} ${failure.error}`)}`);
    }
  }
  expect(wrong).toEqual([]);

  const seen = new Set<Buffer>();
  for (const { file, photo } of accepted) {
    if (/[/\\\p{Cc}\u202a-\u202e]/u.test(photo.filename)) wrong.push(`${file.about}: kept as ${photo.filename}`);
    // Many differ only in their names.
    if (seen.has(file.bytes)) continue;
    // No visitor asks for this many pictures in a minute.
    clock.advanceMs(60_000);
    wrong.push(...(await faultsOf(visitor.url, file, photo)));
    seen.add(file.bytes);
  }
  expect(wrong).toEqual([]);

  const shown = await (await visitor.fetch(`/api/v1/albums/${album.slug}`)).text();
  expect(shown).not.toContain(SECRET);
  expect(await deps.db.selectFrom("storage_intent").selectAll().execute()).toEqual([]);
}, 600_000);

async function faultsOf(url: string, file: OddPicture, photo: AdminPhoto): Promise<string[]> {
  const faults: string[] = [];
  // The other sizes of a small photo have the same pixels as its medium one.
  const isSmall = Math.max(photo.width, photo.height) <= VARIANT_EDGE_PX.small;
  const imagePaths = [...Object.values(photo.image_urls), ...Object.values(photo.sources.avif)];
  for (const path of imagePaths.filter((path) => !(isSmall && /\/(small|x?large)-/.test(path)))) {
    const response = await fetch(url + path);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status !== 200) {
      faults.push(`${file.about}: ${path} responds with ${response.status}`);
      continue;
    }
    if (bytes.includes(SECRET)) faults.push(`${file.about}: ${path} reveals a secret`);
    const { width, height, orientation, exif, xmp, iptc, icc, space } = await sharp(bytes).metadata();
    if (orientation && orientation !== 1) faults.push(`${file.about}: ${path} is rotated`);
    if (xmp || iptc || exif) faults.push(`${file.about}: ${path} carries metadata`);
    if (space !== "srgb" && space !== "b-w") faults.push(`${file.about}: ${path} is in ${space}`);
    const mayBeP3 = path.endsWith(".avif") || path.includes("/original-");
    const isAllowed = icc && (isSrgbProfile(icc) || (mayBeP3 && (await displayP3()).equals(icc)));
    if (icc && !isAllowed) faults.push(`${file.about}: ${path} carries another profile`);
    if (file.hasCorners && width > height && !path.includes("/thumb-")) {
      faults.push(...(await wrongCorners(bytes)).map((fault) => `${file.about}: ${path} ${fault}`));
    }
    if (file.hasCorners && !path.includes("/thumb-") && width <= height)
      faults.push(`${file.about}: ${path} is not upright`);
  }
  return faults;
}

/** libvips' own profile, which is what colours beyond sRGB are tagged with. */
async function displayP3(): Promise<Buffer> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: "white" } });
  return (await sharp(await pixel.withIccProfile("p3").png().toBuffer()).metadata()).icc ?? Buffer.alloc(0);
}

async function wrongCorners(bytes: Buffer): Promise<string[]> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3),
  ];
  const [right, bottom] = [info.width - 4, info.height - 4];
  const seen = { red: at(4, 4), green: at(right, 4), blue: at(right, bottom), white: at(4, bottom) };
  const strongest = { red: [0], green: [1], blue: [2], white: [0, 1, 2] };
  return Object.entries(strongest).flatMap(([name, channels]) => {
    const colour = seen[name as keyof typeof seen];
    const isRight =
      colour.every((value, channel) => (channels.includes(channel) ? value > 150 : value < 170)) &&
      channels.every((channel) => (colour[channel] ?? 0) >= Math.max(...colour) - 20);
    return isRight ? [] : [`has ${colour} where ${name} should be`];
  });
}
