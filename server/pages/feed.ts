import type { ShownPhoto } from "../../contract/pages.ts";
import { paths, picturePath } from "../../contract/paths.ts";
import { photoAlt } from "../../contract/photo-names.ts";
import type { Site } from "../../contract/site.ts";
import type { Deps } from "../deps.ts";
import { recentPublicPhotos } from "../features/albums/public-albums.service.ts";
import { type ListedPage, listRecentPages } from "../features/written-pages/public-written-pages.service.ts";
import { escapeText } from "../platform/escape-text.ts";

const NEWEST_PHOTOS = 50;
const NEWEST_PAGES = 50;
/** Atom requires a date; this is the one for a feed without photos. */
const NEVER = "1970-01-01T00:00:00.000Z";

type FeedEntry = { published: string; updated: string; xml: string };

/** The newest public photos, pages and entries of the journal, as Atom. */
export async function feed(deps: Deps, site: Site, origin: string): Promise<string> {
  const photos = await recentPublicPhotos(deps, NEWEST_PHOTOS);
  const pages = await listRecentPages(deps, ["page", "entry"], NEWEST_PAGES);
  const entries = [
    ...photos.map((listed) => photoEntry(listed, origin)),
    ...pages.map((page) => pageEntry(page, origin)),
  ].toSorted((one, other) => (one.published < other.published ? 1 : -1));
  return atom(entries, { title: site.name, self: paths.feed, alternate: paths.home, site, origin });
}

/** The newest entries of the journal. */
export async function journalFeed(deps: Deps, site: Site, origin: string): Promise<string> {
  const entries = (await listRecentPages(deps, ["entry"], NEWEST_PAGES)).map((page) => pageEntry(page, origin));
  const title = `Journal – ${site.name}`;
  return atom(entries, { title, self: paths.journalFeed, alternate: paths.journal, site, origin });
}

type Recent = Awaited<ReturnType<typeof recentPublicPhotos>>[number];

function photoEntry({ photo, album }: Recent, origin: string): FeedEntry {
  const url = escapeText(origin + paths.photo(album, photo.id));
  const id = photo.feed_path === null ? uuidOf(photo.internal_id) : escapeText(origin + photo.feed_path);
  return {
    published: photo.uploaded_on,
    updated: photo.uploaded_on,
    xml: `<entry>
<id>${id}</id>
<title>${escapeText(photo.title || album.title)}</title>
<link rel="alternate" type="text/html" href="${url}"/>
${enclosure(photo, origin)}
<published>${photo.uploaded_on}</published>
<updated>${photo.uploaded_on}</updated>
<category term="${escapeText(album.title)}"/>
${contentOf({ photo, alt: photoAlt(photo) || album.title, text: photo.caption }, origin)}
</entry>`,
  };
}

function pageEntry({ page, cover, excerpt }: ListedPage, origin: string): FeedEntry {
  const { feed_id, title, published_on, changed_on } = page;
  const published = published_on ?? changed_on;
  // What was written before it was published is as new as that.
  const updated = changed_on > published ? changed_on : published;
  const link = `<link rel="alternate" type="text/html" href="${escapeText(origin + paths.written(page))}"/>`;
  return {
    published,
    updated,
    xml: `<entry>
<id>urn:uuid:${feed_id}</id>
<title>${escapeText(title)}</title>
${[link, ...(cover ? [enclosure(cover, origin)] : [])].join("\n")}
<published>${published}</published>
<updated>${updated}</updated>
${contentOf({ photo: cover, alt: cover ? photoAlt(cover) : "", text: excerpt }, origin)}
</entry>`,
  };
}

const pictureUrl = (photo: ShownPhoto, origin: string) => escapeText(origin + picturePath(photo, "medium", "jpg"));

const enclosure = (photo: ShownPhoto, origin: string) =>
  `<link rel="enclosure" type="image/jpeg" href="${pictureUrl(photo, origin)}"/>`;

type EntryContent = { photo: ShownPhoto | null; alt: string; text: string };

function contentOf({ photo, alt, text }: EntryContent, origin: string): string {
  const picture = photo ? `<p><img src="${pictureUrl(photo, origin)}" alt="${escapeText(alt)}"></p>` : "";
  return `<content type="html">${escapeText(`${picture}<p>${escapeText(text)}</p>`)}</content>`;
}

type FeedHead = { title: string; self: string; alternate: string; site: Site; origin: string };

function atom(entries: readonly FeedEntry[], { title, self, alternate, site, origin }: FeedHead): string {
  const updated = entries.reduce((latest, entry) => (entry.updated > latest ? entry.updated : latest), NEVER);
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeText(origin + self)}</id>
<title>${escapeText(title)}</title>
<subtitle>${escapeText(site.tagline)}</subtitle>
<link rel="self" type="application/atom+xml" href="${escapeText(origin + self)}"/>
<link rel="alternate" type="text/html" href="${escapeText(origin + alternate)}"/>
<updated>${updated}</updated>
<author><name>${escapeText(site.name)}</name></author>
${entries.map(({ xml }) => xml).join("\n")}
</feed>
`;
}

/** Outlives every change of URL, also of the whole site's. The 32 hexadecimal digits of an internal id are a UUID's. */
const uuidOf = (internalId: string) => `urn:uuid:${internalId.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")}`;
