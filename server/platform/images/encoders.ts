/** How the sizes of a photo are compressed; docs/decisions/034-sharpness-and-size.md compares others. */
export const JPEG = { quality: 80 };
export const AVIF = { quality: 68, effort: 0, chromaSubsampling: "4:2:0" };
