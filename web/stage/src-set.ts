import { VARIANT_EDGE_PX } from "../../contract/limits.ts";

/** Without `thumb`, which is a square crop. */
const UNCROPPED = ["small", "medium", "large", "xlarge"] as const;

/** There may be no original: a viewing room need not offer it. */
type Urls = Record<(typeof UNCROPPED)[number], string> & { original: string | null };

/**
 * Each picture that has more pixels than the one before it, up to the original, so that none is enlarged while a larger
 * one exists.
 */
export function srcSet(photo: { width: number; height: number }, urls: Partial<Urls>): string {
  const candidates: string[] = [];
  let widest = 0;
  const offer = (width: number, url: string | undefined) => {
    if (url !== undefined && width > widest) candidates.push(`${url} ${width}w`);
    widest = Math.max(widest, width);
  };
  for (const variant of UNCROPPED) {
    // Of a small photo it has the same pixels as `medium`, which is made at upload.
    if (variant === "small" && Math.max(photo.width, photo.height) <= VARIANT_EDGE_PX.small) continue;
    offer(widthOf(photo, VARIANT_EDGE_PX[variant]), urls[variant]);
  }
  if (urls.original !== null) offer(photo.width, urls.original);
  return candidates.join(", ");
}

function widthOf({ width, height }: { width: number; height: number }, edgePx: number): number {
  const shrink = Math.min(1, edgePx / Math.max(width, height));
  return Math.max(1, Math.round(width * shrink));
}
