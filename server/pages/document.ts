import type { Typeface } from "../../contract/look.ts";
import { packContent } from "../../contract/page-json.ts";
import { isRoomPage, type PageData, type PageDescription } from "../../contract/pages.ts";
import { paths } from "../../contract/paths.ts";
import { DEFAULT_SITE, type Look, type Site, type SitePicture } from "../../contract/site.ts";
import { escapeText } from "../platform/escape-text.ts";
import { accentPath } from "./accent.routes.ts";
import type { WebEntry } from "./build-web.ts";
import { pageHead } from "./head.ts";
import { scriptJson } from "./script-json.ts";
import type { WebBuild } from "./web-build.ts";

/** Every page needs these fonts for its first paint; browsers fetch the others when a letter needs them. */
const FIRST_FONTS: Record<Typeface, RegExp> = {
  instrument: /\/(archivo|instrument-serif)-basic-400-/,
  garamond: /\/(jost|eb-garamond)-basic-400-/,
  plex: /\/(ibm-plex-sans|ibm-plex-serif)-basic-400-/,
  fraunces: /\/(work-sans|fraunces)-basic-400-/,
  grotesk: /\/hanken-grotesk-basic-400-/,
};
/** As in gallery.css. */
const PAPERS: Record<Look["paper"], { light: string; dark: string }> = {
  neutral: { light: "#f6f6f6", dark: "#141414" },
  warm: { light: "#faf6ee", dark: "#171310" },
  cool: { light: "#f2f7fb", dark: "#0e141a" },
};

/** `link` is the Link header: the first picture, which a browser then requests before it has read any of the page. */
export type GalleryDocument = { body: Buffer; link: string | undefined };

export function galleryDocument(page: PageData, { gallery, manifest }: WebBuild, origin: string): GalleryDocument {
  const description = gallery.describePage(page.site, page.content);
  const { look } = page.site;
  const entry = manifest[programOf(page.content)];
  const body = htmlDocument({
    // The first to ask gets the connection that the page came on. It is already fast, and the photograph is the heaviest.
    // The script comes before the style sheet too, or it would wait for it, and the body for the script.
    // The content security policy names its hash.
    first: [preloadPicture(description), `<script data-program="${entry.scripts[0]}">${manifest.wake}</script>`].join(
      "\n",
    ),
    styles: entry.styles,
    look,
    icon: page.site.pictures.icon,
    head: [
      preloadFonts(entry, FIRST_FONTS[look.typeface]),
      accentStyle(look),
      pageHead(page, description, origin),
    ].join("\n"),
    body: [
      `<div id="root">`,
      gallery.renderPage(page),
      `</div>\n<script type="application/json" id="page-data">`,
      scriptJson({ ...page, content: packContent(page.content) }),
      "</script>",
    ],
  });
  return { body, link: leadLink(description) };
}

function programOf(content: PageData["content"]): "room" | "journal" | "gallery" {
  if (isRoomPage(content)) return "room";
  return content.page === "written" || content.page === "journal" ? "journal" : "gallery";
}

function leadLink({ lead_picture }: PageDescription): string | undefined {
  if (!lead_picture) return undefined;
  const { srcset, sizes } = lead_picture;
  const preload = `rel=preload; as=image; type="image/avif"; fetchpriority=high`;
  return `<${srcset.split(" ", 1)[0]}>; ${preload}; imagesrcset="${srcset}"; imagesizes="${sizes}"`;
}

/** Otherwise browsers would ask for it when the first text is there, and what is beside a heading would move. */
const ADMIN_FONT = /\/archivo-latin-wght-/;

/** The admin area is rendered in the browser only. `isFromElsewhere`: something outside of this site led to it. */
export function adminDocument(
  { manifest }: WebBuild,
  { name, pictures }: Pick<Site, "name" | "pictures">,
  isFromElsewhere: boolean,
): Buffer {
  const [script, ...imports] = manifest.admin.scripts;
  return htmlDocument({
    first: "",
    icon: pictures.icon,
    head: [
      `<title>${escapeText(name)}</title>`,
      `<meta name="robots" content="noindex, nofollow">`,
      preloadFonts(manifest.admin, ADMIN_FONT),
      ...imports.map((href) => `<link rel="modulepreload" href="${href}">`),
      `<script type="module" src="${script}"></script>`,
    ].join("\n"),
    styles: manifest.admin.styles,
    // React replaces it. The stylesheet shows it only when that has not happened after a while.
    body: [
      `<div id="root"${isFromElsewhere ? " data-from-elsewhere" : ""}><p class="load-failure">Failed to load application</p></div>\n<noscript><p>The admin area needs JavaScript.</p></noscript>`,
    ],
  });
}

/** `first` comes before the style sheets, `head` after them. */
type DocumentParts = {
  look?: Look;
  icon: SitePicture | null;
  first: string;
  styles: string[];
  head: string;
  body: string[];
};

/** Each part is encoded separately: in one long string, a single dash in a title would double the memory of all of it. */
function htmlDocument({ look, icon, first, styles, head, body }: DocumentParts): Buffer {
  const start = `<!doctype html>
<html lang="en"${lookAttributes(look)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
${themeColours(look)}
${first}
${iconLinks(icon)}
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join("\n")}
${head}
</head>
<body>
`;
  return Buffer.concat([start, ...body, "\n</body>\n</html>\n"].map((text) => Buffer.from(text)));
}

/** What browser tabs, iOS and Android ask for. */
function iconLinks(icon: SitePicture | null): string {
  if (!icon) return `<link rel="icon" href="/favicon.svg" type="image/svg+xml">`;
  const href = (edge: number) => paths.sitePicture("icon", icon, `${edge}.png`);
  return [
    ...[32, 192].map((edge) => `<link rel="icon" href="${href(edge)}" sizes="${edge}x${edge}" type="image/png">`),
    `<link rel="apple-touch-icon" href="${href(180)}">`,
    `<link rel="manifest" href="${paths.manifest}">`,
  ].join("\n");
}

const LOOK_ATTRIBUTES = ["scheme", "typeface", "paper", "margin", "captions", "titles"] as const;

/** The style sheet (gallery.css) has the rules. The defaults have none, so that a fresh page carries no attribute. */
function lookAttributes(look: Look | undefined): string {
  if (!look) return "";
  return LOOK_ATTRIBUTES.filter((name) => look[name] !== DEFAULT_SITE.look[name])
    .map((name) => ` data-${name}="${look[name]}"`)
    .join("");
}

function themeColours(look: Look | undefined): string {
  const scheme = look?.scheme ?? "auto";
  const paper = PAPERS[look?.paper ?? "neutral"];
  if (scheme !== "auto") return `<meta name="theme-color" content="${paper[scheme]}">`;
  return (["light", "dark"] as const)
    .map((each) => `<meta name="theme-color" content="${paper[each]}" media="(prefers-color-scheme: ${each})">`)
    .join("\n");
}

/** A file of its own: the content security policy allows no styles in the page. */
const accentStyle = ({ accent }: Look) => (accent ? `<link rel="stylesheet" href="${accentPath(accent)}">` : "");

function preloadFonts({ fonts }: WebEntry, needed: RegExp): string {
  return fonts
    .filter((href) => needed.test(href))
    .map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`)
    .join("\n");
}

/** Lets the browser request the first picture before it has parsed the body. */
function preloadPicture({ lead_picture }: PageDescription): string {
  if (!lead_picture) return "";
  const source = `imagesrcset="${escapeText(lead_picture.srcset)}" imagesizes="${escapeText(lead_picture.sizes)}"`;
  return `<link rel="preload" as="image" type="image/avif" ${source} fetchpriority="high">`;
}
