import { paths, picturePath } from "../../contract/paths.ts";
import type { Deps } from "../deps.ts";
import { eachPublicAlbum, eachPublicPhoto, listSections } from "../features/albums/public-albums.service.ts";
import { publicTags } from "../features/photos/photos.service.ts";
import { listPublicUrls } from "../features/written-pages/public-written-pages.service.ts";
import { escapeText } from "../platform/escape-text.ts";

/** The limit of the sitemap protocol. Albums and tags come first, so a larger library loses only the pages of its last photos. */
const MAX_URLS = 50_000;

export async function sitemap(deps: Deps, origin: string): Promise<string> {
  const absolute = (path: string) => escapeText(origin + path);
  const categories = (await listSections(deps)).map(({ key }) => paths.category(key));
  const entries = [paths.home, ...categories, paths.contact].map((path) => entry(absolute(path)));
  for (const { url, changed_on } of await listPublicUrls(deps)) {
    entries.push(entry(absolute(url), `<lastmod>${changed_on}</lastmod>`));
  }
  for await (const album of eachPublicAlbum(deps)) entries.push(entry(absolute(album.url)));
  for (const tag of (await publicTags(deps)).keys()) {
    // Browsers take these two for steps in the path.
    if (tag !== "." && tag !== "..") entries.push(entry(absolute(paths.tag(tag))));
  }
  for await (const { photo, album } of eachPublicPhoto(deps)) {
    if (entries.length >= MAX_URLS) break;
    const picture = `<image:image><image:loc>${absolute(picturePath(photo, "medium", "jpg"))}</image:loc></image:image>`;
    entries.push(entry(absolute(paths.photo(album, photo.id)), `<lastmod>${photo.uploaded_on}</lastmod>${picture}`));
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${entries.slice(0, MAX_URLS).join("\n")}
</urlset>
`;
}

const entry = (absolute: string, details = "") => `<url><loc>${absolute}</loc>${details}</url>`;

/** Crawlers that gather texts and pictures to train models. Those of search engines are not among them. */
const TRAINING_CRAWLERS = [
  "AI2Bot",
  "Amazonbot",
  "anthropic-ai",
  "Applebot-Extended",
  "Bytespider",
  "CCBot",
  "ClaudeBot",
  "cohere-ai",
  "cohere-training-data-crawler",
  "Diffbot",
  "FacebookBot",
  "Google-Extended",
  "GPTBot",
  "ImagesiftBot",
  "img2dataset",
  "Meta-ExternalAgent",
  "omgili",
  "PanguBot",
  "Timpibot",
];

export function robots(origin: string, aiTraining: "forbid" | "allow"): string {
  const forbidden = TRAINING_CRAWLERS.map((name) => `User-agent: ${name}\n`).join("");
  return `${aiTraining === "forbid" ? `${forbidden}Disallow: /\n\n` : ""}User-agent: *
Disallow: /admin
Disallow: /api/
Disallow: ${paths.content("/")}

Sitemap: ${origin}${paths.sitemap}
`;
}
