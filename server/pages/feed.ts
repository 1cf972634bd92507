import { paths, picturePath } from "../../contract/paths.ts";
import { photoAlt } from "../../contract/photo-names.ts";
import type { Site } from "../../contract/site.ts";
import type { Deps } from "../deps.ts";
import { recentPublicPhotos } from "../features/albums/public-albums.service.ts";
import { escapeText } from "../platform/escape-text.ts";

const NEWEST_PHOTOS = 50;
/** Atom requires a date; this is the one for a feed without photos. */
const NEVER = "1970-01-01T00:00:00.000Z";

/** The newest public photos, as Atom. */
export async function feed(deps: Deps, site: Site, origin: string): Promise<string> {
  const newest = await recentPublicPhotos(deps, NEWEST_PHOTOS);
  const entries = newest.map(({ photo, album }) => {
    const url = escapeText(origin + paths.photo(album, photo.id));
    const picture = escapeText(origin + picturePath(photo, "medium", "jpg"));
    const content = `<p><img src="${picture}" alt="${escapeText(photoAlt(photo) || album.title)}"></p><p>${escapeText(photo.caption)}</p>`;
    const id = photo.feed_path === null ? uuidOf(photo.internal_id) : escapeText(origin + photo.feed_path);
    return `<entry>
<id>${id}</id>
<title>${escapeText(photo.title || album.title)}</title>
<link rel="alternate" type="text/html" href="${url}"/>
<link rel="enclosure" type="image/jpeg" href="${picture}"/>
<published>${photo.uploaded_on}</published>
<updated>${photo.uploaded_on}</updated>
<category term="${escapeText(album.title)}"/>
<content type="html">${escapeText(content)}</content>
</entry>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeText(origin + paths.feed)}</id>
<title>${escapeText(site.name)}</title>
<subtitle>${escapeText(site.tagline)}</subtitle>
<link rel="self" type="application/atom+xml" href="${escapeText(origin + paths.feed)}"/>
<link rel="alternate" type="text/html" href="${escapeText(origin + paths.home)}"/>
<updated>${newest[0]?.photo.uploaded_on ?? NEVER}</updated>
<author><name>${escapeText(site.name)}</name></author>
${entries.join("\n")}
</feed>
`;
}

/** Outlives every change of URL, also of the whole site's. The 32 hexadecimal digits of an internal id are a UUID's. */
const uuidOf = (internalId: string) => `urn:uuid:${internalId.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")}`;
