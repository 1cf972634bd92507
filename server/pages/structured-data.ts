import type { License } from "../../contract/limits.ts";
import type { PageContent, PageData, ShownPhoto, ShownWrittenPage } from "../../contract/pages.ts";
import { paths, picturePath } from "../../contract/paths.ts";
import type { Site } from "../../contract/site.ts";

/** Every photo has its own page with the same data, so a long album does not have to list them all. */
const ALBUM_MAX_IMAGES = 2;
const PAGE_MAX_IMAGES = 3;
const JOURNAL_MAX_ENTRIES = 20;

type Context = { site: Site; origin: string };

/** The page in schema.org's terms, for search engines. Undefined when there is nothing to describe. */
export function structuredData({ site, content, path }: PageData, origin: string): object | undefined {
  const described = describe(content, { site, origin }, origin + path);
  return described && { "@context": "https://schema.org", ...described };
}

function describe(content: PageContent, context: Context, url: string): object | undefined {
  if ("is_home" in content) return describeSite(context, url);
  switch (content.page) {
    case "home":
    case "showcase":
      return describeSite(context, url);
    case "contact":
      return { "@type": "ProfilePage", url, mainEntity: person(context) };
    case "album":
      return {
        "@type": "ImageGallery",
        url,
        name: content.album.title,
        description: content.album.description || undefined,
        creator: person(context),
        image: content.photos.slice(0, ALBUM_MAX_IMAGES).map((photo) => imageObject(photo, context)),
      };
    case "tag":
      return {
        "@type": "ImageGallery",
        url,
        name: content.tag,
        creator: person(context),
        image: content.linked_photos.slice(0, ALBUM_MAX_IMAGES).map(({ photo }) => imageObject(photo, context)),
      };
    case "written":
      return written(content.written, context, url);
    case "journal":
      return {
        "@type": "Blog",
        url,
        name: `Journal – ${context.site.name}`,
        author: person(context),
        blogPost: content.entries.slice(0, JOURNAL_MAX_ENTRIES).map(({ title, url, published_on }) => ({
          "@type": "BlogPosting",
          headline: title,
          url: context.origin + url,
          datePublished: published_on,
        })),
      };
    case "photo": {
      const photo = content.photos.find(({ id }) => id === content.photo_id);
      return (
        photo && {
          ...imageObject(photo, context),
          mainEntityOfPage: content.home_path ? context.origin + content.home_path : url,
        }
      );
    }
    default:
      return undefined;
  }
}

const describeSite = ({ site }: Context, url: string) => ({
  "@type": "WebSite",
  url,
  name: site.name,
  description: site.tagline,
});
function written(page: ShownWrittenPage, context: Context, url: string) {
  const photos = page.blocks.flatMap((block) => (block.kind === "photos" ? block.photos : []));
  const exhibitions = exhibitionsOn(page, context);
  return {
    ...(page.kind === "entry"
      ? { "@type": "BlogPosting", headline: page.title, mainEntityOfPage: url }
      : { "@type": "WebPage", name: page.title }),
    url,
    description: page.excerpt || undefined,
    author: person(context),
    datePublished: page.published_on ?? undefined,
    dateModified: page.changed_on,
    image:
      photos.length > 0 ? photos.slice(0, PAGE_MAX_IMAGES).map(({ photo }) => imageObject(photo, context)) : undefined,
    mainEntity: exhibitions.length > 0 ? { "@type": "ItemList", itemListElement: exhibitions } : undefined,
  };
}

/** Lists of entries are of anything: those under a heading, or on a page, with such a word are of exhibitions. */
const EXHIBITIONS = /exhibit|expos|ausstell|mostr[ae]\b|tentoonstel|utställ|udstil|utstill|wystaw|výstav|выстав/i;

function exhibitionsOn({ title, blocks }: ShownWrittenPage, context: Context): object[] {
  let heading = title;
  return blocks.flatMap((block) => {
    if (block.kind === "heading") heading = `${title} ${block.text}`;
    if (block.kind !== "entries" || !EXHIBITIONS.test(heading)) return [];
    return block.entries.map(({ year, title, place, note, url }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      item: {
        "@type": "ExhibitionEvent",
        name: title,
        startDate: /^\d{4}/.exec(String(year))?.[0],
        location: place ? { "@type": "Place", name: place } : undefined,
        description: note || undefined,
        url: url ? new URL(url, context.origin).href : undefined,
        performer: person(context),
      },
    }));
  });
}

function person({ site, origin }: Context) {
  return { "@type": "Person", name: site.name, url: origin + paths.contact, sameAs: site.social.map(({ url }) => url) };
}

function imageObject(photo: ShownPhoto, { site, origin }: Context) {
  return {
    "@type": "ImageObject",
    contentUrl: origin + picturePath(photo, "large", "jpg"),
    thumbnailUrl: origin + picturePath(photo, "thumb", "jpg"),
    name: photo.title || undefined,
    description: photo.alt || undefined,
    caption: photo.caption || undefined,
    width: photo.width,
    height: photo.height,
    dateCreated: photo.captured_on ?? undefined,
    keywords: photo.tags.length > 0 ? photo.tags.join(", ") : undefined,
    license: licenseUrl(photo.license) ?? origin + paths.contact,
    acquireLicensePage: origin + paths.contact,
    creditText: photo.creator ?? site.name,
    creator: { "@type": "Person", name: photo.creator ?? site.name },
    copyrightNotice: photo.copyright ?? defaultNotice(photo.license, site),
  };
}

const defaultNotice = (license: License, site: Site) =>
  license === "Public Domain" ? "Public Domain" : `${site.copyright || `© ${site.name}`}. ${license}`;

/** The terms of the licence. Undefined when the owner has to be asked. */
function licenseUrl(license: License): string | undefined {
  if (license === "Creative Commons") return "https://creativecommons.org/licenses/";
  if (license === "Public Domain") return "https://creativecommons.org/publicdomain/mark/1.0/";
  return undefined;
}
