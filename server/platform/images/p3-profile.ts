import sharp from "sharp";

type BuiltIn = "srgb" | "p3";

/**
 * Makes an AVIF that has libvips' profile of sRGB say Display P3. libvips can only attach a profile by converting to it,
 * and these pixels are in Display P3 already; to sRGB it converts nothing. Both profiles have 480 bytes.
 */
export async function tagAsP3(avif: Buffer): Promise<void> {
  const [srgb, p3] = await profiles();
  const at = avif.indexOf(srgb);
  if (at === -1 || srgb.length !== p3.length) throw new Error("The encoder left no room for the profile");
  p3.copy(avif, at);
}

let read: Promise<[Buffer, Buffer]> | undefined;

function profiles(): Promise<[Buffer, Buffer]> {
  read ??= Promise.all([builtInProfile("srgb"), builtInProfile("p3")]);
  return read;
}

/** sharp has them only inside a picture. */
export async function builtInProfile(name: BuiltIn): Promise<Buffer> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: "white" } });
  const { icc } = await sharp(await pixel.withIccProfile(name).png().toBuffer()).metadata();
  if (!icc) throw new Error(`The profile of ${name} is missing`);
  return icc;
}
