import type { PageContent, PageDescription } from "../../../contract/pages.ts";
import { photoName } from "../../../contract/photo-names.ts";
import type { Site } from "../../../contract/site.ts";
import { leadPicture } from "../picture/lead-picture.ts";

/** Search engines and share cards would cut a longer text, and not between words. */
const DESCRIPTION_MAX_CHARS = 200;

export function describePage(site: Site, content: PageContent): PageDescription {
  return {
    title: pageTitle(site, content),
    description: shorten(textOf(site, content)),
    lead_picture: leadPicture(content),
  };
}

/** Separate, because the browser needs only the title. */
export function pageTitle(site: Site, content: PageContent): string {
  const heading = headingOf(content);
  if (heading === "") return [site.name, site.tagline].filter(Boolean).join(" – ");
  return `${isRefused(content) ? REFUSED : ""}${heading} – ${site.name}`;
}

/** A title begins with it where the page is the response to a form that was refused: it is the first that is read out. */
export const REFUSED = "Error: ";

function isRefused(content: PageContent): boolean {
  if (content.page === "contact") return Object.keys(content.form?.errors ?? {}).length > 0;
  return "refusal" in content && content.refusal !== null;
}

function headingOf(content: PageContent): string {
  switch (content.page) {
    case "home":
    case "showcase":
      return "";
    case "category":
      return content.name;
    case "album":
      return content.is_home ? "" : content.album.title;
    case "locked-room":
      return "Private gallery";
    case "closed-room":
      return "Gallery not open";
    case "photo":
    case "room":
      return nameOf(content);
    case "tag":
      return content.tag;
    case "written":
      return content.written.title;
    case "journal":
      return "Journal";
    case "contact":
      return "Contact";
    case "not-found":
      return "Page Not Found";
    case "failed":
      return content.message;
  }
}

function textOf(site: Site, content: PageContent): string {
  const siteText = site.tagline || site.about || `Photographs by ${site.name}`;
  switch (content.page) {
    case "category":
      return content.description || `${headingOf(content)}: photo albums by ${site.name}`;
    case "album":
      if (content.is_home) return site.about || siteText;
      return content.album.description || `${headingOf(content)}: photographs by ${site.name}`;
    case "photo":
      return shownPhoto(content)?.caption || `${fromAlbum(content)} by ${site.name}`;
    case "tag":
      return `${headingOf(content)}: photographs by ${site.name}`;
    case "written":
      return content.written.excerpt || siteText;
    case "journal":
      return `Journal by ${site.name}`;
    case "home":
    case "showcase":
    case "contact":
      return site.about || siteText;
    case "room":
    case "locked-room":
    case "closed-room":
    case "not-found":
    case "failed":
      return siteText;
  }
}

/** An untitled photo is named after its album already. */
function fromAlbum(content: PhotoContent): string {
  const name = nameOf(content);
  return shownPhoto(content)?.title ? `${name}, from ${content.album.title}` : name;
}

function nameOf(content: PhotoContent | RoomPageContent): string {
  const { album, photos, photo_id } = content;
  const photo = shownPhoto(content);
  const offset = "offset" in content ? content.offset : 0;
  const index = offset + photos.findIndex(({ id }) => id === photo_id);
  return photo ? photoName(photo, { album, index }) : album.title;
}

type PhotoContent = Extract<PageContent, { page: "photo" }>;
type RoomPageContent = Extract<PageContent, { page: "room" }>;

const shownPhoto = ({ photos, photo_id }: PhotoContent | RoomPageContent) => photos.find(({ id }) => id === photo_id);

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= DESCRIPTION_MAX_CHARS) return line;
  const cut = line.slice(0, DESCRIPTION_MAX_CHARS - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 1))}…`;
}
