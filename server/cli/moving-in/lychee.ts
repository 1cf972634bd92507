import type { License } from "../../../contract/limits.ts";
import { countOf } from "../command/count-of.ts";
import {
  type ForeignAlbum,
  type ForeignLibrary,
  type ForeignPhoto,
  isOn,
  type Row,
  sortedBy,
  type Tables,
  textOf,
  utcTime,
} from "./foreign-library.ts";

export const LYCHEE_TABLES = {
  marks: ["base_albums", "albums", "photos", "size_variants"],
  others: ["access_permissions", "photo_album", "photos_tags", "tags", "tag_albums", "configs"],
};

/** Lychee 4.4 and later, by its migrations: what a version does not have yet, or no longer, is missing in its rows. */
export function readLychee(tables: Tables): ForeignLibrary {
  const bases = new Map(tables.rows("base_albums").map((row) => [textOf(row.id), row]));
  const settings = new Map(tables.rows("configs").map((row) => [textOf(row.key), textOf(row.value)]));
  const everyone = new Map(
    tables.rows("access_permissions").flatMap((row) =>
      // A group's permission has no user either.
      textOf(row.user_id) === "" && textOf(row.user_group_id) === "" ? [[textOf(row.base_album_id), row] as const] : [],
    ),
  );
  const hasPermissions = tables.names.includes("access_permissions");
  const members = membersOf(tables);
  const photos = new Map(tables.rows("photos").map((row) => [textOf(row.id), row]));
  const albums: ForeignAlbum[] = albumsInOrder(tables, bases, settings).map((album) => {
    const id = textOf(album.id);
    const inAlbum = (members.get(id) ?? [])
      .map(({ photo }) => photos.get(photo))
      .filter((photo) => photo !== undefined);
    const column = textOf(album.sorting_col) || settings.get("sorting_photos_col") || "created_at";
    const order = textOf(album.sorting_order) || settings.get("sorting_photos_order") || "ASC";
    return {
      id,
      parent: textOf(album.parent_id) || undefined,
      title: textOf(album.title),
      description: textOf(album.description),
      hidden: hiddenAlbum(album, hasPermissions ? everyone.get(id) : undefined, hasPermissions),
      photos: sortedBy(inAlbum, column.replace("_strict", ""), order).map((photo) => textOf(photo.id)),
      cover: textOf(album.cover_id) || undefined,
      addresses: addressesOf(album),
    };
  });
  const left_out: string[] = [];
  const smart = tables.rows("tag_albums").length;
  if (smart > 0) left_out.push(`${countOf(smart, "album")} made of tags: here, every tag has a page`);
  return { albums, photos: describePhotos(tables, { photos, members, bases, left_out }), left_out };
}

function hiddenAlbum(base: Row, permission: Row | undefined, hasPermissions: boolean): string | undefined {
  const access = hasPermissions ? permission : isOn(base.is_public) ? base : undefined;
  if (!access) return "was not public";
  if (textOf(access.password) !== "") return "needed a password";
  if (isOn(access.is_link_required) || isOn(access.requires_link)) return "was only for those who had the link";
  return isOn(base.is_nsfw) ? "was marked as sensitive" : undefined;
}

/** A row of both its tables for each album. */
function albumsInOrder(tables: Tables, bases: Map<string, Row>, settings: Map<string, string>): Row[] {
  const rows = tables.rows("albums").map((album) => ({ ...bases.get(textOf(album.id)), ...album }));
  const column = (settings.get("sorting_albums_col") ?? "created_at").replace("_strict", "");
  return sortedBy(rows, column, settings.get("sorting_albums_order") ?? "ASC");
}

type Member = { album: string; photo: string };

/** The photos of each album. Until 2025 a photo was in one album. */
function membersOf(tables: Tables): Map<string, Member[]> {
  const isPivot = tables.names.includes("photo_album");
  const members = isPivot
    ? tables.rows("photo_album").map((row) => ({ album: textOf(row.album_id), photo: textOf(row.photo_id) }))
    : tables.rows("photos").map((row) => ({ album: textOf(row.album_id), photo: textOf(row.id) }));
  return Map.groupBy(members, ({ album }) => album);
}

type Described = {
  photos: Map<string, Row>;
  members: Map<string, Member[]>;
  bases: Map<string, Row>;
  left_out: string[];
};

function describePhotos(tables: Tables, { photos, members, bases, left_out }: Described): Map<string, ForeignPhoto> {
  const originals = originalsOf(tables);
  const tags = tagsOf(tables);
  const addresses = new Map<string, string[]>();
  for (const [album, inAlbum] of members) {
    const base = bases.get(album);
    for (const { photo: id } of inAlbum) {
      const names = [id, textOf(photos.get(id)?.legacy_id)].filter((name) => name !== "");
      const paths = base ? addressesOf(base).flatMap((path) => names.map((name) => `${path}/${name}`)) : [];
      addresses.set(id, [...(addresses.get(id) ?? []), ...paths, ...names.map((name) => `/view?p=${name}`)]);
    }
  }
  const described = new Map<string, ForeignPhoto>();
  for (const [id, row] of photos) {
    const title = textOf(row.title);
    const file = originals.get(id);
    if (file === undefined || !textOf(row.type).startsWith("image/")) {
      left_out.push(`${title}: ${file === undefined ? "its original is not on the server" : `is ${textOf(row.type)}`}`);
      continue;
    }
    const uploaded_on = utcTime(row.created_at);
    const captured_on = localTime(row);
    described.set(id, {
      file: `uploads/${file}`,
      title,
      caption: textOf(row.description),
      tags: tags.get(id) ?? textOf(row.tags).split(","),
      license: licenseOf(textOf(row.license)),
      ...(captured_on && { captured_on }),
      ...(uploaded_on && { uploaded_on }),
      favorite: isOn(row.is_starred) || isOn(row.is_highlighted),
      hidden: isHeldBack(row) ? "was held back for approval" : undefined,
      addresses: addresses.get(id) ?? [],
    });
  }
  return described;
}

/** By its path, because the numbers of the sizes have changed. `big` was the folder of originals before 4.5. */
function originalsOf(tables: Tables): Map<string, string> {
  return new Map(
    tables.rows("size_variants").flatMap((row) => {
      const path = textOf(row.short_path);
      const isHere = textOf(row.storage_disk) === "" || row.storage_disk === "images";
      return isHere && /^(original|big)\//.test(path) ? [[textOf(row.photo_id), path] as const] : [];
    }),
  );
}

function tagsOf(tables: Tables): Map<string, string[]> {
  const names = new Map(tables.rows("tags").map((row) => [textOf(row.id), textOf(row.name)]));
  const tags = new Map<string, string[]>();
  for (const row of tables.rows("photos_tags")) {
    const photo = textOf(row.photo_id);
    tags.set(photo, [...(tags.get(photo) ?? []), names.get(textOf(row.tag_id)) ?? ""]);
  }
  return tags;
}

/** `legacy_id` is what an album had before version 4.4. */
function addressesOf(base: Row): string[] {
  const names = [base.id, base.slug, base.legacy_id].map(textOf).filter((name) => name !== "");
  return names.flatMap((name) => [`/gallery/${name}`, `/r/${name}`]);
}

/** Stored in UTC, next to the zone that the camera was in. */
function localTime({ taken_at, taken_at_orig_tz }: Row): string | undefined {
  const utc = utcTime(taken_at);
  if (utc === undefined) return undefined;
  const zone = textOf(taken_at_orig_tz) || "UTC";
  try {
    const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
    return clock.format(new Date(utc)).replace(" ", "T");
  } catch {
    return utc.slice(0, 19);
  }
}

function licenseOf(license: string): License {
  if (license === "CC0") return "Public Domain";
  return license.startsWith("CC-") ? "Creative Commons" : "All Rights Reserved";
}

const isHeldBack = ({ is_validated, nsfw_status }: Row) =>
  is_validated === 0 || !["", "visible"].includes(textOf(nsfw_status));
