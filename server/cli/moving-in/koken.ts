import {
  type ForeignAlbum,
  type ForeignLibrary,
  type ForeignPhoto,
  isOn,
  PICTURE,
  type Row,
  sortedBy,
  type Tables,
  textOf,
} from "./foreign-library.ts";
import { plainText } from "./plain-text.ts";

export const KOKEN_TABLES = {
  marks: ["albums", "content", "join_albums_content"],
  others: ["join_albums_covers", "join_content_tags", "tags"],
};

/** Its `visibility`, of albums and of content. */
const HIDDEN = [undefined, "was unlisted", "was private"];

/** By `app/koken/schema.php` of Koken, whose photos are called content and whose albums of albums are sets. */
export function readKoken(tables: Tables): ForeignLibrary {
  const content = new Map(tables.rows("content").map((row) => [textOf(row.id), row]));
  const members = Map.groupBy(tables.rows("join_albums_content"), ({ album_id }) => textOf(album_id));
  const covers = new Map(tables.rows("join_albums_covers").map((row) => [textOf(row.album_id), textOf(row.cover_id)]));
  const rows = sortedBy(tables.rows("albums"), "left_id", "ASC").filter(({ deleted }) => !isOn(deleted));
  const photos = new Map<string, ForeignPhoto>();
  const left_out: string[] = [];
  const tags = tagsOf(tables);
  for (const [id, row] of content) {
    if (isOn(row.deleted)) continue;
    const file = fileOf(row);
    if (file === undefined) left_out.push(`${textOf(row.filename)}: is not a picture on the server`);
    else photos.set(id, describeContent(row, file, tags.get(id) ?? []));
  }
  const albums = rows.flatMap((row): ForeignAlbum[] => {
    const id = textOf(row.id);
    if (Number(row.album_type) === 1) {
      left_out.push(`${textOf(row.title)}: is a smart album`);
      return [];
    }
    const [column = "manual", direction = "ASC"] = textOf(row.sort).split(" ");
    const inAlbum = (members.get(id) ?? []).map((member) => ({
      ...content.get(textOf(member.content_id)),
      manual: member.order ?? null,
    }));
    const ids = sortedBy(inAlbum, column, direction).map((each: Row) => textOf(each.id));
    const addresses = addressesOf(row, Number(row.album_type) === 2 ? "sets" : "albums", row.created_on);
    for (const each of ids)
      photos
        .get(each)
        ?.addresses.push(
          ...namesOf(content.get(each) ?? {}).flatMap((name) => addresses.map((album) => `${album}/content/${name}`)),
        );
    return [
      {
        id,
        parent: parentOf(row, rows),
        title: plainText(textOf(row.title)),
        description: plainText(textOf(row.description) || textOf(row.summary)),
        hidden: hiddenOf(row),
        photos: ids,
        cover: covers.get(id),
        addresses,
      },
    ];
  });
  return { albums, photos, left_out };
}

const hiddenOf = ({ visibility }: Row) =>
  isOn(visibility) ? (HIDDEN[Number(visibility)] ?? "was not public") : undefined;

/** The smallest set around it. Public, unlisted and private albums are numbered apart from each other. */
function parentOf(row: Row, rows: readonly Row[]): string | undefined {
  const around = rows.filter(
    (each) =>
      textOf(each.visibility) === textOf(row.visibility) &&
      Number(each.left_id) < Number(row.left_id) &&
      Number(each.right_id) > Number(row.right_id),
  );
  const smallest = around.at(-1);
  return smallest === undefined ? undefined : textOf(smallest.id);
}

function describeContent(row: Row, file: string, tags: string[]): ForeignPhoto {
  const captured_on = timeOf(row.captured_on);
  const uploaded_on = timeOf(row.uploaded_on);
  return {
    file,
    filename: textOf(row.filename),
    title: plainText(textOf(row.title)),
    caption: plainText(textOf(row.caption)),
    tags,
    license: ["", "all"].includes(textOf(row.license)) ? "All Rights Reserved" : "Creative Commons",
    ...(captured_on && { captured_on: captured_on.slice(0, 19) }),
    ...(uploaded_on && { uploaded_on }),
    favorite: isOn(row.favorite),
    hidden: hiddenOf(row),
    addresses: addressesOf(row, "content", row.captured_on),
  };
}

/** In folders named after the id of its file. Undefined for a video, and for what is stored elsewhere. */
function fileOf({ internal_id, filename, storage_url }: Row): string | undefined {
  const id = textOf(internal_id);
  const name = textOf(filename);
  if (textOf(storage_url) !== "" || !PICTURE.test(name)) return undefined;
  return `storage/originals/${id.slice(0, 2)}/${id.slice(2, 4)}/${name}`;
}

/** What its address may end in: its slug, an earlier one, or its id. */
const namesOf = ({ slug, old_slug, id }: Row): string[] =>
  [textOf(slug), ...textOf(old_slug).split(","), textOf(id)].filter((name) => name !== "");

/** With year and month in them where the site was set so. */
function addressesOf(row: Row, kind: string, time: Row[string] | undefined): string[] {
  const month = timeOf(time)?.slice(0, 7).replace("-", "/");
  const folders = [`/${kind}`, ...(month ? [`/${kind}/${month}`] : [])];
  return namesOf(row).flatMap((name) => folders.map((folder) => `${folder}/${name}`));
}

function tagsOf(tables: Tables): Map<string, string[]> {
  const names = new Map(tables.rows("tags").map(({ id, name }) => [textOf(id), textOf(name)]));
  const byContent = Map.groupBy(tables.rows("join_content_tags"), ({ content_id }) => textOf(content_id));
  const tags = [...byContent].map(
    ([content, list]) => [content, list.map(({ tag_id }) => names.get(textOf(tag_id)) ?? "")] as const,
  );
  return new Map(tags);
}

/** In seconds. */
function timeOf(value: Row[string] | undefined): string | undefined {
  const time = new Date(Number(value ?? Number.NaN) * 1000);
  return value === null || Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999
    ? undefined
    : time.toISOString();
}
