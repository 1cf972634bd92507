/** How the sizes of a photo are compressed; docs/decisions/034-sharpness-and-size.md compares others. */
export const JPEG = { quality: 80 };
export const AVIF = { quality: 68, effort: 0, chromaSubsampling: "4:2:0" };
/** A sixth fewer bytes at the same score, in six times the time. */
export const SLOW_AVIF = { ...AVIF, quality: 66, effort: 2 };
