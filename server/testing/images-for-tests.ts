import { rememberPictures } from "../../rig/remember-pictures.ts";
import { startImages } from "../platform/images/pool.ts";

const HOUR_MS = 60 * 60 * 1000;

/**
 * Shared by the servers and commands of this process. The children start with the first picture and end with the
 * process. No test is so long that the background begins: whether it had begun would depend on the machine's speed.
 */
export const imagesMadeEachTime = startImages({ quietMs: HOUR_MS, idleMs: HOUR_MS });
/** For all tests but those of decoding itself. */
export const imagesWithoutBackground = rememberPictures(imagesMadeEachTime);
/** For the tests of the background. */
export const imagesWithBackground = startImages();
