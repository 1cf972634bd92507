import type { FocalPoint } from "../../../contract/focal-point.ts";
import type { EmblemPlan, MadeEmblem } from "./images.ts";
import { fromPixels, type Pixels } from "./pixels.ts";

const CENTRE: FocalPoint = { x: 0.5, y: 0.5 };
/** How much of a card the picture takes. */
const CARD_SHARE = 0.6;

/** PNGs of a logo or an icon. Icons are enlarged where they have to be: systems ask for exact sizes. */
export async function makeEmblems(
  source: Pixels,
  plans: readonly EmblemPlan[],
  focalPoint: FocalPoint | null,
): Promise<MadeEmblem[]> {
  const made: MadeEmblem[] = [];
  for (const plan of plans) {
    const drawn = draw(source, plan, focalPoint ?? CENTRE);
    const opaque = plan.isOpaque ? drawn.flatten({ background: "white" }) : drawn;
    made.push({ name: plan.name, bytes: await opaque.png({ compressionLevel: 9 }).toBuffer() });
  }
  return made;
}

function draw(source: Pixels, { fit, width, height }: EmblemPlan, { x, y }: FocalPoint) {
  const pixels = fromPixels(source);
  if (fit === "inside") return pixels.resize({ width, height, fit: "inside", withoutEnlargement: true });
  if (fit === "fill") {
    // As CSS places an `object-position`.
    const scale = Math.min(source.width / width, source.height / height);
    const crop = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
    const left = Math.round(x * (source.width - crop.width));
    const top = Math.round(y * (source.height - crop.height));
    return pixels.extract({ left, top, ...crop }).resize({ width, height, fit: "fill" });
  }
  const scale = Math.min((width * CARD_SHARE) / source.width, (height * CARD_SHARE) / source.height);
  const inner = {
    width: Math.max(1, Math.round(source.width * scale)),
    height: Math.max(1, Math.round(source.height * scale)),
  };
  const [left, top] = [Math.floor((width - inner.width) / 2), Math.floor((height - inner.height) / 2)];
  return pixels.resize({ ...inner, fit: "fill" }).extend({
    left,
    top,
    right: width - inner.width - left,
    bottom: height - inner.height - top,
    background: "white",
  });
}
