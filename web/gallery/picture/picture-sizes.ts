import type { ShownPhoto } from "../../../contract/pages.ts";
import { type PictureExtension, picturePath } from "../../../contract/paths.ts";
import { srcSet as srcSetOf } from "../../stage/src-set.ts";
import { tileLayout } from "./tile-layout.ts";

/** The original is a JPEG in either list: an AVIF of full size would take too long to make. */
export function srcSet(photo: ShownPhoto, extension: PictureExtension): string {
  return srcSetOf(photo, {
    small: picturePath(photo, "small", extension),
    medium: picturePath(photo, "medium", extension),
    large: picturePath(photo, "large", extension),
    xlarge: picturePath(photo, "xlarge", extension),
    original: photo.room_pictures?.has_original === false ? null : picturePath(photo, "original", "jpg"),
  });
}

/** What the viewer shows until a larger picture is there: on most phones the one that the strip has fetched. */
export function firstSrcSet(photo: ShownPhoto): string {
  return srcSetOf(photo, { small: picturePath(photo, "small", "avif"), medium: picturePath(photo, "medium", "avif") });
}

/** With gain maps, for screens with a high dynamic range. */
export function hdrSrcSet(photo: ShownPhoto): string {
  return srcSetOf(photo, {
    medium: picturePath(photo, "medium", "hdr.jpg"),
    large: picturePath(photo, "large", "hdr.jpg"),
    xlarge: picturePath(photo, "xlarge", "hdr.jpg"),
  });
}

// `sizes` attributes: how wide a picture is on each page. Each must match the style sheet it names, but for phones, which claim
// less: most have three pixels where two are all that an eye resolves, and the next size is four times as heavy.

/** The strip's height decides, or the width of a column: Strip.module.css and StripLine.module.css. */
export function stripSizes(photo: ShownPhoto, panel: ShownPhoto[]): string {
  const aspect = aspectOf(photo);
  const widthAtStripHeight = `${round(aspect * 85)}vh`;
  if (panel.length > 1) {
    const widest = Math.max(...panel.map(aspectOf));
    const widthInColumn = `min(${round(aspect / widest)} * (100vw - 32px), ${round((aspect * 85) / panel.length)}vh)`;
    const widthInRow = `${round(aspect / sumOf(panel.map(aspectOf)))} * (100vw - 80px)`;
    return `(orientation: portrait) ${widthInColumn}, min(${photo.width}px, ${widthInRow}, ${widthAtStripHeight})`;
  }
  if (aspect > 2.6) return `min(${photo.width}px, ${widthAtStripHeight})`;
  const widthInColumn = `min(100vw - 44px, ${aspect * 85 < 52 ? widthAtStripHeight : "max(52vh, 400px)"})`;
  const widthInRow = aspect >= 2 ? "" : "100vw - 80px, ";
  return `(orientation: portrait) ${widthInColumn}, min(${photo.width}px, ${widthInRow}${widthAtStripHeight})`;
}

/** Overview.module.css. */
export const overviewSizes = (photo: ShownPhoto, count: number) =>
  `calc(${round(aspectOf(photo))} * ${count > 25 ? "clamp(72px, 12vw, 136px)" : "clamp(72px, min(15vw, 18vh), 256px)"})`;

/** The window's height decides how wide the column is: Sheet.module.css. */
export function scrollSizes(photo: ShownPhoto, panel: ShownPhoto[]): string {
  const aspect = aspectOf(photo);
  const share = round(aspect / sumOf(panel.map(aspectOf)));
  const height = "max(100vh - 128px, 320px)";
  const at = (vw: number) =>
    `min(${photo.width}px, ${share} * ${vw}vw, ${round(share * 1.5)} * ${height}, ${round(aspect)} * ${height})`;
  return `(max-width: 480px) ${at(90)}, ${at(100)}`;
}

/** As wide as most are once they fill their row: RoomGrid.module.css. */
export const roomGridSizes = (photo: ShownPhoto) =>
  `(max-width: 768px) calc(${round(aspectOf(photo))} * 33vw), calc(${round(aspectOf(photo))} * clamp(170px, min(29vh, 30vw), 384px))`;

/** In proportion to the other photos of its row: Sheet.module.css. */
export function gridSizes(photo: ShownPhoto, row: { narrow: ShownPhoto[]; wide: ShownPhoto[] }): string {
  const share = (photos: ShownPhoto[], vw: number) =>
    `${round((vw * aspectOf(photo)) / sumOf(photos.map(aspectOf)))}vw`;
  const highest = `${round(aspectOf(photo))} * max(100vh - 128px, 320px)`;
  return `(max-width: 768px) min(${share(row.narrow, 90)}, ${highest}), min(${share(row.wide, 100)}, ${highest})`;
}

/** 4:5, as wide as the panel after the last photo: StripEnd.module.css. */
export function nextCoverSizes(photo: ShownPhoto): string {
  return `(orientation: portrait) ${coverSizes(photo, "100vw", "125vw")}, ${coverSizes(photo, "max(370px, 19vw)", "max(462px, 24vw)")}`;
}

/** Between the bar, the arrows and the title, or at most the whole of a small screen: Viewer.module.css. */
export function viewerSizes(photo: ShownPhoto): string {
  const within = (width: string, height: string) =>
    `min(${photo.width}px, ${width}, ${round(aspectOf(photo))} * ${height})`;
  return `(max-width: 768px) or (max-height: 30rem) ${within("100vw", "100vh")}, ${within("100vw - 9rem", "(100vh - 10rem)")}`;
}

/** 4rem, which grow with the type: gallery.css. */
const BELOW = " - clamp(64px, 16px + 2.5vw, 8rem)";

type Tiles = { categories: readonly unknown[]; selected: readonly unknown[] };

/** Columns side by side, rows on a tall screen, or stacked 4:3; lower above selected work: HomePage.module.css. */
export function tileSizes({ categories, selected }: Tiles, index: number): (photo: ShownPhoto) => string {
  const { columns, isFirstWide, isInRows } = tileLayout(categories.length);
  const phone = (photo: ShownPhoto) => onPhone(photo, "75vw");
  if (columns === "many") {
    const at = (photo: ShownPhoto, vw: number) => coverSizes(photo, `${vw}vw`, `${Math.ceil(vw * 0.75)}vw`);
    return (photo) =>
      `${phone(photo)}, (max-width: 1053px) ${at(photo, 50)}, (max-width: 1454px) ${at(photo, 34)}, ${at(photo, 25)}`;
  }
  const cells = categories.length + (isFirstWide ? 1 : 0);
  const span = isFirstWide && index === 0 ? 2 : 1;
  const page = selected.length > 0 ? "100vh - 80px - clamp(2.5rem, 11vh, 8rem)" : "100vh - 80px";
  const row = (rows: number, label = "") => `((${page}) / ${rows}${label})`;
  return (photo) => {
    const upright = isInRows
      ? coverSizes(photo, "76vw", row(cells))
      : coverSizes(photo, `${50 * span}vw`, row(cells / 2, BELOW));
    const wide = coverSizes(photo, `${Math.ceil((100 * span) / columns)}vw`, row(cells / columns, BELOW));
    return `${phone(photo)}, (max-aspect-ratio: 13/10) ${upright}, ${wide}`;
  };
}

/** As large as fits below the header and above the line of text: Showcase.module.css. */
export function showcaseSizes(kind: "photo" | "slideshow"): (photo: ShownPhoto) => string {
  return (photo) => {
    const aspect = round(aspectOf(photo));
    const filling = coverSizes(photo, "100vw", "(100vh - 136px)");
    const shape = shapeOf(photo);
    // At least one pixel of the picture for each of the page.
    const inUpright =
      kind === "photo" ? `${coverSizes(photo, "100vw", "125vw")} / 1.7` : `${coverSizes(photo, "100vw", "80vw")} / 1.4`;
    if (shape === "landscape") return `(orientation: portrait) calc(${inUpright}), ${filling}`;
    // Of the window's own orientation it fills the frame, of the other it is shown whole.
    const whole = `min(100vw, ${aspect} * (100vh - 136px))`;
    return shape === "upright" ? `(orientation: portrait) ${filling}, ${whole}` : whole;
  };
}

/** A square fills no window. */
export function shapeOf(photo: ShownPhoto): "landscape" | "square" | "upright" {
  const aspect = aspectOf(photo);
  if (aspect > 1.15) return "landscape";
  return aspect < 0.87 ? "upright" : "square";
}

/** 3:2, the fewer albums the larger: AlbumGrid.module.css. */
export function albumCoverSizes(count: number, index: number): (photo: ShownPhoto) => string {
  const isFirstOfOdd = index === 0 && (count === 3 || count === 5);
  const [tablet, laptop, desktop] = [
    isFirstOfOdd || count === 1 ? 100 : 50,
    widestOf(count, index),
    count < MANY_ALBUMS ? widestOf(count, index) : 25,
  ];
  return (photo) => {
    const at = (vw: number) => coverSizes(photo, `${vw}vw`, `${Math.ceil(vw / 1.5)}vw`);
    const upright = count === 2 ? `, (orientation: portrait) ${at(100)}` : "";
    return `${onPhone(photo, "67vw", 683)}${upright}, (max-width: 993px) ${at(tablet)}, (max-width: 1303px) ${at(laptop)}, ${at(desktop)}`;
  };
}

/** From here on, more albums do not make the covers any smaller. */
export const MANY_ALBUMS = 7;

function widestOf(count: number, index: number): number {
  if (count === 1) return 100;
  return count === 2 || count === 4 || (count === 5 && index < 2) ? 50 : 34;
}

/** Three in a row, or one above two: NotFoundPage.module.css. */
export const sampleSizes = (photo: ShownPhoto) => `${onPhone(photo, "67vw")}, ${coverSizes(photo, "34vw", "23vw")}`;

/** As wide as a column: TagPage.module.css. */
export const wallSizes = () => "(max-width: 683px) 100vw, (max-width: 993px) 50vw, 34vw";

/** Side by side at the same height, as wide as the page allows: Blocks.module.css. */
export function rowSizes(photos: readonly { photo: ShownPhoto }[]): (photo: ShownPhoto) => string {
  const aspects = photos.reduce((sum, { photo }) => sum + aspectOf(photo), 0);
  return (photo) => {
    const share = round(aspectOf(photo) / aspects);
    const at = (width: string) => `min(${photo.width}px, ${share} * (${width}), ${round(aspectOf(photo) * 85)}vh)`;
    return `(max-width: 768px) ${at("100vw - 32px")}, ${at("min(100vw - 64px, 72rem)")}`;
  };
}

/** 3:2, beside the first lines of an entry: JournalPage.module.css. */
export const journalSizes = (photo: ShownPhoto) => `${onPhone(photo, "67vw")}, ${coverSizes(photo, "20rem", "14rem")}`;

/** 3:2, as wide as the text: Blocks.module.css. */
export const textCoverSizes = (photo: ShownPhoto) =>
  `${onPhone(photo, "67vw")}, ${coverSizes(photo, "38rem", "26rem")}`;

/** 4:5, as high as the page or as wide as a phone: ContactPage.module.css. */
export function portraitSizes(photo: ShownPhoto): string {
  return `${onPhone(photo, "125vw")}, ${coverSizes(photo, "38vw", "48vw")}`;
}

/** The width at which a photo covers a box: the box's, or more where the box is taller than the photo. */
function coverSizes(photo: ShownPhoto, boxWidth: string, boxHeight: string): string {
  return `max(${boxWidth}, ${round(aspectOf(photo))} * ${boxHeight})`;
}

/** As wide as the window of a phone, and of one that is still in one column. */
function onPhone(photo: ShownPhoto, boxHeight: string, oneColumn = 768): string {
  const covering = coverSizes(photo, "100vw", boxHeight);
  return `(max-width: 480px) calc(${covering} / 1.4), (max-width: ${oneColumn}px) ${covering}`;
}

const aspectOf = (photo: ShownPhoto) => photo.width / photo.height;
const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
const round = (value: number) => Math.round(value * 1000) / 1000;
