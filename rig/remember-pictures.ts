import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Images, MadePictures } from "../server/platform/images/images.ts";

/**
 * Makes the same pictures of the same bytes once: tests upload the same few small files hundreds of times, and decoding and
 * compressing them took a tenth of the processor time of all tests. Refusals, and pictures that a caller may give up, are
 * made each time.
 */
export function rememberPictures(images: Images): Images {
  const known = new Map<string, MadePictures>();
  return {
    ...images,
    async make(path, sizes, options = {}) {
      if (options.signal) return images.make(path, sizes, options);
      const hash = createHash("sha256").update(JSON.stringify({ sizes, options }));
      const key = hash.update(await readFile(path)).digest("hex");
      const made = known.get(key) ?? (await images.make(path, sizes, options));
      known.set(key, made);
      return made;
    },
  };
}
