import type { License } from "../../contract/limits.ts";
import type { PageContent, PageData, ShownPhoto } from "../../contract/pages.ts";
import { paths, picturePath } from "../../contract/paths.ts";
import type { Site } from "../../contract/site.ts";

/** Every photo has its own page with the same data, so a long album does not have to list them all. */
const ALBUM_MAX_IMAGES = 2;

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
