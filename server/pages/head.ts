import { VARIANT_EDGE_PX } from "../../contract/limits.ts";
import type { PageContent, PageData, PageDescription, ShownBlock, ShownPhoto } from "../../contract/pages.ts";
import { paths, picturePath } from "../../contract/paths.ts";
import { type InAlbum, photoAlt } from "../../contract/photo-names.ts";
import type { SitePictures } from "../../contract/site.ts";
import { escapeText } from "../platform/escape-text.ts";
import { scriptJson } from "./script-json.ts";
import { structuredData } from "./structured-data.ts";

/** What search engines and share cards read: title, description, canonical URL, picture and structured data. */
export function pageHead(page: PageData, { title, description }: PageDescription, origin: string): string {
  const { site, content, path } = page;
  // A link in a message must not show what is in the room, nor its name.
  if (isPrivate(content)) {
    return [`<title>${escapeText(title)}</title>`, meta("name", "robots", "noindex, nofollow")].join("\n");
  }
  // A photo shown in several albums has one URL for search engines and share counts.
  const url = origin + ((content.page === "photo" && content.home_path) || path);
  const photo = sharePhoto(content);
  const card = siteCard(site.pictures, content);
  const tags = [
    `<title>${escapeText(title)}</title>`,
    meta("name", "description", description),
    feedLink(paths.feed, site.name),
    meta("property", "og:site_name", site.name),
    ...(isOfJournal(content) ? [feedLink(paths.journalFeed, `Journal – ${site.name}`)] : []),
    meta("property", "og:type", typeOf(content)),
    meta("property", "og:title", title),
    meta("property", "og:description", description),
    meta("name", "twitter:card", photo || card ? "summary_large_image" : "summary"),
    meta("name", "twitter:title", title),
    meta("name", "twitter:description", description),
  ];
  if (site.ai_training === "forbid") {
    tags.push(meta("name", "tdm-reservation", "1"), meta("name", "robots", "noai, noimageai"));
  }
  if (content.page === "not-found" || content.page === "failed") tags.push(meta("name", "robots", "noindex"));
  else tags.push(`<link rel="canonical" href="${escapeText(url)}">`, meta("property", "og:url", url));
  if (photo) tags.push(...sharePicture(photo, photoAlt(photo, inAlbum(content, photo)) || title, origin));
  else if (card) tags.push(...shareCard(card, site.name, origin));
  const structured = structuredData(page, origin);
  // Browsers do not run a data block, so the content security policy allows it.
  if (structured) tags.push(`<script type="application/ld+json">${scriptJson(structured)}</script>`);
  return tags.join("\n");
}

function sharePicture(photo: ShownPhoto, alt: string, origin: string): string[] {
  const shrink = Math.min(1, VARIANT_EDGE_PX.medium / Math.max(photo.width, photo.height));
  // Every service reads JPEG, and this size already exists since the upload.
  const imageUrl = origin + picturePath(photo, "medium", "jpg");
  return [
    meta("property", "og:image", imageUrl),
    meta("property", "og:image:type", "image/jpeg"),
    meta("property", "og:image:width", String(Math.round(photo.width * shrink))),
    meta("property", "og:image:height", String(Math.round(photo.height * shrink))),
    meta("property", "og:image:alt", alt),
    meta("name", "twitter:image", imageUrl),
    meta("name", "twitter:image:alt", alt),
  ];
}

type Card = { path: string; type: string; width: number; height: number };

/** For a page without a photograph: on the contact page the portrait, else the logo. */
function siteCard({ portrait, logo }: SitePictures, { page }: PageContent): Card | undefined {
  if (portrait && page === "contact") {
    const shrink = Math.min(1, VARIANT_EDGE_PX.medium / Math.max(portrait.width, portrait.height));
    const [width, height] = [Math.round(portrait.width * shrink), Math.round(portrait.height * shrink)];
    return { path: paths.sitePicture("portrait", portrait, "medium.jpg"), type: "image/jpeg", width, height };
  }
  return logo
    ? { path: paths.sitePicture("logo", logo, "card.png"), type: "image/png", width: 1200, height: 630 }
    : undefined;
}

function shareCard({ path, type, width, height }: Card, alt: string, origin: string): string[] {
  return [
    meta("property", "og:image", origin + path),
    meta("property", "og:image:type", type),
    meta("property", "og:image:width", String(width)),
    meta("property", "og:image:height", String(height)),
    meta("property", "og:image:alt", alt),
    meta("name", "twitter:image", origin + path),
    meta("name", "twitter:image:alt", alt),
  ];
}

/** The picture on the page's share card. */
function sharePhoto(content: PageContent): ShownPhoto | undefined {
  switch (content.page) {
    case "home":
      return content.categories.find(({ cover }) => cover)?.cover ?? undefined;
    case "category":
      return content.albums.find(({ cover }) => cover)?.cover ?? undefined;
    case "album":
      return (
        content.photos.find((photo) => picturePath(photo, "medium", "jpg") === content.album.cover_image) ??
        content.photos[0]
      );
    case "photo":
      return content.photos.find(({ id }) => id === content.photo_id);
    case "showcase":
    case "tag":
      return content.linked_photos[0]?.photo;
    case "written":
      return shownPhotosOf(content.written.blocks)[0];
    case "journal":
      return content.entries.find(({ cover }) => cover)?.cover ?? undefined;
    case "contact":
      return content.portrait ?? undefined;
    case "room":
    case "locked-room":
    case "not-found":
    case "failed":
      return undefined;
  }
}

const isPrivate = (content: PageContent) =>
  content.page === "room" || content.page === "locked-room" || ("is_draft" in content && content.is_draft === true);

function shownPhotosOf(blocks: readonly ShownBlock[]): ShownPhoto[] {
  return blocks.flatMap((block) => {
    if (block.kind === "photos") return block.photos.map(({ photo }) => photo);
    return block.kind === "album" ? (block.album.cover ?? []) : [];
  });
}

function inAlbum(content: PageContent, photo: ShownPhoto): InAlbum | undefined {
  if (content.page !== "album" && content.page !== "photo") return undefined;
  return { album: content.album, index: content.offset + content.photos.indexOf(photo) };
}

const isOfJournal = (content: PageContent) =>
  content.page === "journal" || (content.page === "written" && content.written.kind === "entry");

function typeOf(content: PageContent): "profile" | "article" | "website" {
  if (content.page === "contact") return "profile";
  return content.page === "written" ? "article" : "website";
}

const feedLink = (path: string, title: string) =>
  `<link rel="alternate" type="application/atom+xml" href="${path}" title="${escapeText(title)}">`;

const meta = (kind: "name" | "property", key: string, value: string) =>
  `<meta ${kind}="${key}" content="${escapeText(value)}">`;
