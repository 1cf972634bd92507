import type { ShownPhoto } from "../../../contract/pages.ts";

type FrameBoxProps = { photo: ShownPhoto; hasPlaceholder: boolean };

/**
 * Gives the link around it exactly the photo's aspect ratio, as large as --max-width and --max-height allow, but never larger
 * than the photo. Two SVGs do that before any picture has loaded, and without style attributes, which the content security
 * policy forbids: the first is as wide as the height allows, the second as high as the width then requires
 * (StripFrame.module.css).
 */
export function FrameBox({ photo: { width, height, placeholder }, hasPlaceholder }: FrameBoxProps) {
  return (
    <>
      <svg width={width} height={height} aria-hidden="true" />
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {hasPlaceholder && <image href={placeholder} width={width} height={height} preserveAspectRatio="none" />}
      </svg>
    </>
  );
}
