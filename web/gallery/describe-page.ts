import { CATEGORY_NAMES } from "../../contract/limits.ts";
import type { PageContent, PageDescription } from "../../contract/pages.ts";
import type { Site } from "../../contract/site.ts";
import { leadPicture } from "./picture/lead-picture.ts";

/** Search engines and share cards cut longer texts themselves, and less well. */
const DESCRIPTION_MAX_CHARS = 200;

export function describePage(site: Site, content: PageContent): PageDescription {
  const { heading, text } = describe(site, content);
  return {
    title: heading === "" ? [site.name, site.tagline].filter(Boolean).join(" – ") : `${heading} – ${site.name}`,
    description: shorten(text),
    lead_picture: leadPicture(content),
  };
}

function describe(site: Site, content: PageContent): { heading: string; text: string } {
  const siteText = site.tagline || site.about || `Photographs by ${site.name}`;
  switch (content.page) {
    case "home":
      return { heading: "", text: site.about || siteText };
    case "category": {
      const name = CATEGORY_NAMES[content.category];
      return { heading: name, text: `${name}: photo albums by ${site.name}` };
    }
    case "album":
      return {
        heading: content.album.title,
        text: content.album.description || `${content.album.title}: photographs by ${site.name}`,
      };
    case "photo": {
      const photo = content.photos.find(({ id }) => id === content.photo_id);
      const title = photo?.title ?? content.album.title;
      return { heading: title, text: photo?.caption || `${title}, from ${content.album.title} by ${site.name}` };
    }
    case "contact":
      return { heading: "Contact", text: site.about || siteText };
    case "not-found":
      return { heading: "Page Not Found", text: siteText };
  }
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= DESCRIPTION_MAX_CHARS) return line;
  const cut = line.slice(0, DESCRIPTION_MAX_CHARS - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 1))}…`;
}
