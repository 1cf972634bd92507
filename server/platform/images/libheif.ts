import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** The functions of libheif's C interface that we call. Structures are returned through the first argument. */
export type Libheif = {
  HEAPU8: Uint8Array;
  HEAPU32: Uint32Array;
  ready: Promise<unknown>;
  _malloc(bytes: number): number;
  _heif_context_alloc(): number;
  _heif_context_read_from_memory(error: number, context: number, bytes: number, length: number, options: 0): void;
  _heif_context_get_primary_image_handle(error: number, context: number, handle: number): void;
  _heif_image_handle_get_luma_bits_per_pixel(handle: number): number;
  _heif_image_handle_has_alpha_channel(handle: number): number;
  _heif_image_handle_get_raw_color_profile_size(handle: number): number;
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, profile: number): void;
  _heif_image_handle_get_nclx_color_profile(error: number, handle: number, profile: number): void;
  _heif_image_handle_get_number_of_metadata_blocks(handle: number, type: 0): number;
  _heif_image_handle_get_list_of_metadata_block_IDs(handle: number, type: 0, ids: number, count: number): number;
  _heif_image_handle_get_metadata_type(handle: number, id: number): number;
  _heif_image_handle_get_metadata_content_type(handle: number, id: number): number;
  _heif_image_handle_get_metadata_size(handle: number, id: number): number;
  _heif_image_handle_get_metadata(error: number, handle: number, id: number, bytes: number): void;
  _heif_decode_image(
    error: number,
    handle: number,
    image: number,
    colorspace: number,
    chroma: number,
    options: 0,
  ): void;
  _heif_image_get_plane_readonly2(image: number, channel: number, stride: number): number;
  _heif_image_get_width(image: number, channel: number): number;
  _heif_image_get_height(image: number, channel: number): number;
  _heif_image_get_bits_per_pixel_range(image: number, channel: number): number;
};

type Hooks = {
  instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => unknown): unknown;
  printErr(text: string): void;
};

const PAGE_BYTES = 64 * 1024;
const require = createRequire(import.meta.url);
let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * A fresh libheif, whose memory grows up to `maxBytes`; beyond that it calls `onExhausted` and fails. Each picture gets its
 * own, because WebAssembly never returns memory, and so that nothing of one file is there for the next.
 */
export async function startLibheif(maxBytes: number, onExhausted: () => void): Promise<Libheif> {
  compiled ??= readFile(require.resolve("libheif-js/libheif-wasm/libheif.wasm")).then((bytes) =>
    WebAssembly.compile(bytes),
  );
  const program = await compiled;
  // The package's own types have neither the hooks nor `ready`.
  const start = require("libheif-js/libheif-wasm/libheif.js") as (hooks: Hooks) => Libheif;
  const heif = start({
    instantiateWasm(imports, receive) {
      const instance = new WebAssembly.Instance(program, imports);
      for (const part of Object.values(instance.exports)) {
        if (part instanceof WebAssembly.Memory) limitMemory(part, maxBytes, onExhausted);
      }
      return receive(instance);
    },
    printErr: () => {},
  });
  await heif.ready;
  return heif;
}

/** The program can grow its memory only through this object. */
function limitMemory(memory: WebAssembly.Memory, maxBytes: number, onExhausted: () => void): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * PAGE_BYTES <= maxBytes) return grow(pages);
    onExhausted();
    throw new RangeError("The picture needs too much memory");
  };
}
