import { vi } from "vitest";
import type { Images } from "../../server/platform/images/images.ts";
import { startImages } from "../../server/platform/images/pool.ts";
import { rememberPictures } from "../remember-pictures.ts";

const HOUR_MS = 60 * 60 * 1000;

/**
 * Shared by the servers and commands of this process. The child starts with the first picture, which takes longer than
 * making it, and ends with the process. No test is so long that the background begins: whether it had begun would depend on the
 * machine's speed.
 */
export const imagesMadeEachTime = startImages({ processes: 1, quietMs: HOUR_MS, idleMs: HOUR_MS });
/** For all tests but those of decoding itself. */
export const imagesWithoutBackground = rememberPictures(imagesMadeEachTime);
/** For the tests of the background. */
export const imagesWithBackground = startImages({ processes: 1 });

/** Keeps all but the first pictures waiting until `release`: how long a picture takes depends on the machine. */
export function holdPictures(images: Images, passing = 0) {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const original = images.make;
  const make = vi.spyOn(images, "make");
  make.mockImplementation(async (...given) => {
    if (make.mock.calls.length > passing) await isReleased;
    return original(...given);
  });
  return { make, release };
}
