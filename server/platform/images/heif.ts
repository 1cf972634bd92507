import { readFile } from "node:fs/promises";
import type { Header } from "./gate.ts";
import { corrupt } from "./gate-reader.ts";
import { PictureRefusedError } from "./images.ts";
import { type Libheif, startLibheif } from "./libheif.ts";

/** A picture upright and in its own colours, with 16 bits where the file has more than 8. */
export type DecodedHeif = {
  /** In the decoder's memory. */
  data: Uint8Array | Uint16Array;
  width: number;
  height: number;
  channels: 3 | 4;
  icc: Buffer | undefined;
  /** Colours in the numbers of ITU-T H.273. A profile takes precedence. */
  nclx: { primaries: number; transfer: number } | undefined;
  exif: Buffer | undefined;
  xmp: Buffer | undefined;
};

/** What the decoder needs for a tiny picture, with room to spare. */
const BASE_BYTES = 48 * 1024 * 1024;
/** The decoder asks for up to a fifth more than it needs. */
const SLACK = 1.25;
const METADATA_MAX_BYTES = 2 * 1024 * 1024;
const METADATA_MAX_BLOCKS = 100;

/** PQ and HLG, in the numbers of ITU-T H.273. Shown as they are, they would be grey and dull. */
const HDR_TRANSFERS = [16, 18];

// The numbers of libheif's interface.
const RGB_COLORSPACE = 1;
const INTERLEAVED_CHANNEL = 10;
const [RGB, RGBA, DEEP_RGB, DEEP_RGBA] = [10, 11, 14, 15];

/**
 * Decodes with libheif in WebAssembly: it cannot leave its memory, and gets no more of that than the header of the file
 * accounts for. libheif rotates by the container, which takes precedence over EXIF.
 */
export async function decodeHeif(path: string, header: Header): Promise<DecodedHeif> {
  const file = await readFile(path);
  const held = header.width * header.height * header.heldBytesPerPixel;
  let isExhausted = false;
  const onExhausted = () => {
    isExhausted = true;
  };
  try {
    return decode(await startLibheif(BASE_BYTES + file.length * 2 + held * SLACK, onExhausted), file);
  } catch (error) {
    if (error instanceof PictureRefusedError) throw error;
    // A damaged file makes it report an error, abort or read outside its memory: it is the file's fault in any case.
    if (!isExhausted) throw corrupt("The picture is damaged: its pixels cannot be read.");
    throw new PictureRefusedError("TOO_COMPLEX", "The picture takes more memory to read than its size accounts for.");
  }
}

function decode(heif: Libheif, file: Buffer): DecodedHeif {
  const error = heif._malloc(16);
  const result = heif._malloc(8);
  /** Calls a function that reports an error, and returns what it left in `result`. */
  const call = (run: () => void): number => {
    run();
    if (heif.HEAPU32[error / 4] !== 0) throw new Error("libheif reports an error");
    return heif.HEAPU32[result / 4] ?? 0;
  };
  const copyIn = heif._malloc(file.length);
  heif.HEAPU8.set(file, copyIn);
  const context = heif._heif_context_alloc();
  call(() => heif._heif_context_read_from_memory(error, context, copyIn, file.length, 0));
  const handle = call(() => heif._heif_context_get_primary_image_handle(error, context, result));

  const isDeep = heif._heif_image_handle_get_luma_bits_per_pixel(handle) > 8;
  const channels = heif._heif_image_handle_has_alpha_channel(handle) ? 4 : 3;
  const chroma = channels === 4 ? (isDeep ? DEEP_RGBA : RGBA) : isDeep ? DEEP_RGB : RGB;
  const icc = readBlock(heif, heif._heif_image_handle_get_raw_color_profile_size(handle), (at) =>
    call(() => heif._heif_image_handle_get_raw_color_profile(error, handle, at)),
  );
  const metadata = readMetadata(heif, handle, call, error);
  const nclx = readNclx(heif, handle, error, result);
  if (nclx && HDR_TRANSFERS.includes(nclx.transfer)) {
    throw new PictureRefusedError("UNSUPPORTED_TYPE", "The picture is HDR in PQ or HLG, which is not supported.");
  }
  const image = call(() => heif._heif_decode_image(error, handle, result, RGB_COLORSPACE, chroma, 0));
  return { ...readPlane(heif, image, { channels, isDeep, result }), channels, icc, nclx, ...metadata };
}

function readPlane(
  heif: Libheif,
  image: number,
  { channels, isDeep, result }: { channels: number; isDeep: boolean; result: number },
) {
  const plane = heif._heif_image_get_plane_readonly2(image, INTERLEAVED_CHANNEL, result);
  const stride = heif.HEAPU32[result / 4] ?? 0;
  const width = heif._heif_image_get_width(image, INTERLEAVED_CHANNEL);
  const height = heif._heif_image_get_height(image, INTERLEAVED_CHANNEL);
  const rowBytes = width * channels * (isDeep ? 2 : 1);
  // Rows are padded; a picture of 48 megapixels is not copied for that.
  if (stride !== rowBytes) {
    for (let y = 1; y < height; y++) {
      heif.HEAPU8.copyWithin(plane + y * rowBytes, plane + y * stride, plane + y * stride + rowBytes);
    }
  }
  const bytes = heif.HEAPU8.subarray(plane, plane + rowBytes * height);
  if (!isDeep) return { data: bytes, width, height };
  const data = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  widen(data, heif._heif_image_get_bits_per_pixel_range(image, INTERLEAVED_CHANNEL));
  return { data, width, height };
}

/** From 10 or 12 bits to 16. */
function widen(data: Uint16Array, bits: number): void {
  const [up, down] = [16 - bits, bits * 2 - 16];
  for (let at = 0; at < data.length; at++) {
    const value = data[at] ?? 0;
    data[at] = (value << up) | (value >> down);
  }
}

function readNclx(heif: Libheif, handle: number, error: number, result: number): DecodedHeif["nclx"] {
  heif._heif_image_handle_get_nclx_color_profile(error, handle, result);
  if (heif.HEAPU32[error / 4] !== 0) return undefined;
  const profile = (heif.HEAPU32[result / 4] ?? 0) / 4;
  return { primaries: heif.HEAPU32[profile + 1] ?? 0, transfer: heif.HEAPU32[profile + 2] ?? 0 };
}

function readMetadata(heif: Libheif, handle: number, call: (run: () => void) => number, error: number) {
  const found: Pick<DecodedHeif, "exif" | "xmp"> = { exif: undefined, xmp: undefined };
  const wanted = Math.min(heif._heif_image_handle_get_number_of_metadata_blocks(handle, 0), METADATA_MAX_BLOCKS);
  const ids = heif._malloc(wanted * 4);
  const count = heif._heif_image_handle_get_list_of_metadata_block_IDs(handle, 0, ids, wanted);
  for (let index = 0; index < count; index++) {
    const id = heif.HEAPU32[ids / 4 + index] ?? 0;
    const read = () =>
      readBlock(heif, heif._heif_image_handle_get_metadata_size(handle, id), (at) =>
        call(() => heif._heif_image_handle_get_metadata(error, handle, id, at)),
      );
    const type = textAt(heif, heif._heif_image_handle_get_metadata_type(handle, id));
    // The block begins with the distance to the TIFF header.
    if (type === "Exif") found.exif ??= afterPrefix(read());
    else if (textAt(heif, heif._heif_image_handle_get_metadata_content_type(handle, id)) === "application/rdf+xml") {
      found.xmp ??= read();
    }
  }
  return found;
}

function afterPrefix(block: Buffer | undefined): Buffer | undefined {
  return block && block.length > 4 ? block.subarray(4 + block.readUInt32BE(0)) : undefined;
}

function readBlock(heif: Libheif, bytes: number, read: (at: number) => void): Buffer | undefined {
  if (bytes <= 0 || bytes > METADATA_MAX_BYTES) return undefined;
  const at = heif._malloc(bytes);
  read(at);
  return Buffer.from(heif.HEAPU8.subarray(at, at + bytes));
}

function textAt(heif: Libheif, at: number): string {
  return Buffer.from(heif.HEAPU8.subarray(at, heif.HEAPU8.indexOf(0, at))).toString("latin1");
}
