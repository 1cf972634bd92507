/** How the public site looks. No zod here: the server and the screens share this file. */

export const SCHEMES = ["auto", "light", "dark"] as const;
export type Scheme = (typeof SCHEMES)[number];

/** Each is a pair: a sans serif for navigation and texts, and one for titles. */
export const TYPEFACES = ["instrument", "garamond", "plex", "fraunces", "grotesk"] as const;
export type Typeface = (typeof TYPEFACES)[number];
export const TYPEFACE_NAMES: Record<Typeface, string> = {
  instrument: "Instrument Serif and Archivo",
  garamond: "EB Garamond and Jost",
  plex: "IBM Plex Serif and Sans",
  fraunces: "Fraunces and Work Sans",
  grotesk: "Hanken Grotesk",
};

/** The tint of the background. */
export const PAPER_TINTS = ["neutral", "warm", "cool"] as const;
/** Around the photographs: from edge to edge, or with a border of paper. */
export const MARGINS = ["none", "wide"] as const;
/** Where titles and captions of photos are read: in the viewer, or also below each photograph. */
export const CAPTION_PLACES = ["viewer", "below"] as const;
export const TITLE_PLACES = ["left", "centre"] as const;

/** What the home page begins with. */
export const HOME_KINDS = ["categories", "photo", "slideshow", "album"] as const;
export type HomeKind = (typeof HOME_KINDS)[number];

/** The background of each scheme (web/gallery/gallery.css). */
const PAPERS = ["#f6f6f6", "#141414"];
/** WCAG 1.4.11: of lines and outlines. The accent colours the line under a link and the focus, never a text. */
const MIN_CONTRAST = 3;

export const isColour = (value: string) => /^#[0-9a-f]{6}$/.test(value);

/** Whether the colour can be seen well enough on both schemes. */
export const isLegible = (colour: string) => PAPERS.every((paper) => contrastOf(colour, paper) >= MIN_CONTRAST);

function contrastOf(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance as WCAG defines it. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
