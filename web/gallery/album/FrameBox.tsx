import type { ShownPhoto } from "../../../contract/pages.ts";

type FrameBoxProps = {
  photo: ShownPhoto;
  hasPlaceholder: boolean;
  /** Instead of the photo's own height: at most as high as the smallest photo beside it, so that none is enlarged. */
  maxHeight?: number | undefined;
};

/**
 * Gives the link around it exactly the photo's aspect ratio, as large as --max-width and --max-height allow, but never larger
 * than the photo. Two SVGs do that before any picture has loaded, and without style attributes, which the content security
 * policy forbids: the first is as wide as the height allows, the second as high as the width then requires (Frame.module.css).
 */
export function FrameBox({ photo, hasPlaceholder, maxHeight = photo.height }: FrameBoxProps) {
  const { width, height, placeholder } = photo;
  return (
    <>
      <svg width={widthAt(maxHeight, photo)} height={maxHeight} aria-hidden="true" />
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {hasPlaceholder && <image href={placeholder} width={width} height={height} preserveAspectRatio="none" />}
      </svg>
    </>
  );
}

/** A whole number where the height is the photo's own. */
export const widthAt = (height: number, photo: { width: number; height: number }) =>
  Math.round((100 * photo.width * height) / photo.height) / 100;
