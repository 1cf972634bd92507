import type { Plugin } from "vite";

/** What the basic file of each font has (tools/subset-fonts.ts): ASCII, and what pages' own texts and careful typing use. */
export const BASIC_RANGE = "U+20-7E, U+A0, U+A9, U+B7, U+D7, U+2013-2014, U+2018-2019, U+201C-201D, U+2026";
const LATIN_RANGE =
  "U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, " +
  "U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD";
const LATIN_EXT_RANGE =
  "U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, " +
  "U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF";

const SANS = 'local("Arial"), local("Liberation Sans"), local("Helvetica")';
const SERIF = 'local("Times New Roman"), local("Liberation Serif"), local("Times")';

/**
 * The fonts of the public pages. Each has a fallback that takes exactly as much room: its size, ascent and descent in
 * percent, measured against the metrics of Arial and Times. gallery.css says which belong together; a browser fetches only
 * those in use.
 */
const FAMILIES: [family: string, fallback: string, size: number, ascent: number, descent: number][] = [
  ["Jost", SANS, 96.01, 111.45, 39.06],
  ["EB Garamond", SERIF, 94.77, 106.26, 31.44],
  ["IBM Plex Sans", SANS, 101.17, 101.32, 27.18],
  ["IBM Plex Serif", SERIF, 116.43, 88.04, 23.62],
  ["Work Sans", SANS, 111.93, 83.09, 21.71],
  ["Fraunces", SERIF, 115.45, 84.71, 22.09],
  ["Hanken Grotesk", SANS, 100.94, 99.07, 30.02],
  ["Archivo", SANS, 98.33, 89.29, 21.36],
  ["Instrument Serif", SERIF, 83.34, 118.79, 37.2],
];

const fileOf = (family: string) => family.toLowerCase().replaceAll(" ", "-");

/** Their names in `@fontsource`. */
export const FONTS = FAMILIES.map(([family]) => fileOf(family));

/**
 * One weight each, because fonts delay the first photograph. The basic letters are preloaded; their face comes after the one
 * for all of Latin and so wins. The other files are fetched only for pages with such letters.
 */
export const FACES = FAMILIES.map(([family, fallback, size, ascent, descent]) => {
  const font = fileOf(family);
  const face = (url: string, range: string) => `@font-face {
  font-family: "${family}";
  font-display: swap;
  src: url("${url}") format("woff2");
  unicode-range: ${range};
}
`;
  return `${face(`@fontsource/${font}/files/${font}-latin-400-normal.woff2`, LATIN_RANGE)}
${face(`./fonts/${font}-basic-400.woff2`, BASIC_RANGE)}
${face(`@fontsource/${font}/files/${font}-latin-ext-400-normal.woff2`, LATIN_EXT_RANGE)}
@font-face {
  font-family: "${family} fallback";
  src: ${fallback};
  size-adjust: ${size}%;
  ascent-override: ${ascent}%;
  descent-override: ${descent}%;
  line-gap-override: 0%;
}
`;
}).join("");

/**
 * Puts the faces in front of the gallery's style sheet, and of the one by which the admin area shows texts as visitors get them: as 36
 * rules by hand, they differed only in names and numbers.
 */
export const typefaces: Plugin = {
  name: "typefaces",
  enforce: "pre",
  transform(code, id) {
    if (/\/web\/gallery\/gallery\.css(\?|$)/.test(id)) return FACES + code;
    const isAdmin = /\/web\/admin\/page\/site-type\.css(\?|$)/.test(id);
    return isAdmin ? FACES.replaceAll("./fonts/", "../../gallery/fonts/") + code : null;
  },
};
