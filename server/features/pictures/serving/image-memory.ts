import { LRUCache } from "lru-cache";
import type { Changes } from "../../../platform/nodes/changes.ts";
import type { ImageResponse } from "./image-response.ts";

const MAX_BYTES = 64 * 1024 * 1024;
/** Larger pictures are streamed: a few of them must not push out hundreds of small ones. */
export const MEMORY_MAX_IMAGE_BYTES = 512 * 1024;
/** The overhead of an entry, in addition to its bytes. */
const ENTRY_BYTES = 1_024;

/** Pictures that every visitor may see, by path. Each was checked at one version of the library. */
export type ImageMemory = {
  /** Undefined when it is not held, or when the library has changed since it was checked. */
  get(path: string): ImageResponse | undefined;
  /** The bytes if they match this ETag. The caller must check whether they may still be shown. */
  bytes(path: string, etag: string): Buffer | undefined;
  /** `version` is the library version before the photo was looked up. */
  put(path: string, image: ImageResponse, version: number): void;
};

export function createImageMemory(changes: Changes): ImageMemory {
  const held = new LRUCache<string, { image: ImageResponse; version: number }>({ maxSize: MAX_BYTES });

  return {
    get(path) {
      const entry = held.get(path);
      return entry?.version === changes.version() ? entry.image : undefined;
    },
    bytes(path, etag) {
      const image = held.get(path)?.image;
      return image?.etag === etag && typeof image.body !== "function" ? image.body : undefined;
    },
    put(path, image, version) {
      held.set(path, { image, version }, { size: image.sizeBytes + ENTRY_BYTES });
    },
  };
}
