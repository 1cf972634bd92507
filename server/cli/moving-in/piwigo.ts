import {
  cameraTime,
  type ForeignAlbum,
  type ForeignLibrary,
  type ForeignPhoto,
  PICTURE,
  type Row,
  sortedBy,
  type Tables,
  textOf,
  utcTime,
} from "./foreign-library.ts";
import { plainText } from "./plain-text.ts";

export const PIWIGO_TABLES = {
  marks: ["categories", "images", "image_category"],
  others: ["image_tag", "tags", "config", "old_permalinks"],
};

/** By `install/piwigo_structure-mysql.sql` of Piwigo, whose albums are called categories. */
export function readPiwigo(tables: Tables): ForeignLibrary {
  const settings = new Map(tables.rows("config").map(({ param, value }) => [textOf(param), textOf(value)]));
  const usualOrder =
    settings.get("order_by_inside_category") ?? settings.get("order_by") ?? "date_available DESC, file, id";
  const images = new Map(tables.rows("images").map((row) => [textOf(row.id), row]));
  const members = Map.groupBy(tables.rows("image_category"), ({ category_id }) => textOf(category_id));
  const formerLinks = Map.groupBy(tables.rows("old_permalinks"), ({ cat_id }) => textOf(cat_id));
  const albums = sortedBy(tables.rows("categories"), "rank", "ASC").map((row): ForeignAlbum => {
    const id = textOf(row.id);
    const permalinks = [row, ...(formerLinks.get(id) ?? [])]
      .map(({ permalink }) => textOf(permalink))
      .filter((each) => each !== "");
    // `rank` is the place in this album.
    const inAlbum = (members.get(id) ?? []).map(({ image_id, rank }) => ({
      ...images.get(textOf(image_id)),
      rank: rank ?? null,
    }));
    return {
      id,
      parent: textOf(row.id_uppercat) || undefined,
      title: plainText(textOf(row.name)),
      description: plainText(textOf(row.comment)),
      hidden: hiddenAlbum(row),
      photos: inOrder(inAlbum, textOf(row.image_order) || usualOrder).map((image) => textOf(image.id)),
      cover: textOf(row.representative_picture_id) || undefined,
      addresses: [id, ...permalinks].map((name) => `/category/${name}`),
    };
  });
  const left_out: string[] = [];
  const photos = new Map<string, ForeignPhoto>();
  const tags = tagsOf(tables);
  for (const [id, row] of images) {
    const file = textOf(row.path).replace(/^\.\//, "");
    if (PICTURE.test(file)) photos.set(id, describeImage(row, file, tags.get(id) ?? []));
    else left_out.push(`${textOf(row.file)}: is not a picture`);
  }
  return { albums, photos, left_out };
}

function hiddenAlbum({ status, visible }: Row): string | undefined {
  if (status !== "public") return "was only for those with permission";
  return visible === "false" ? "was locked" : undefined;
}

function describeImage(row: Row, file: string, tags: string[]): ForeignPhoto {
  const captured_on = cameraTime(row.date_creation);
  const uploaded_on = utcTime(row.date_available);
  const filename = textOf(row.file);
  const stem = filename.replace(/\.[^.]*$/, "");
  return {
    file,
    ...(filename && { filename }),
    title: plainText(textOf(row.name)),
    caption: plainText(textOf(row.comment)),
    tags,
    ...(captured_on && { captured_on }),
    ...(uploaded_on && { uploaded_on }),
    hidden: Number(row.level) > 0 ? "was only for contacts, friends or family" : undefined,
    // By name where the gallery was set so, unless the name could be an id.
    addresses: [`/picture/${textOf(row.id)}`, ...(/^\d/.test(stem) || stem === "" ? [] : [`/picture/${stem}`])],
  };
}

function tagsOf(tables: Tables): Map<string, string[]> {
  const names = new Map(tables.rows("tags").map(({ id, name }) => [textOf(id), plainText(textOf(name))]));
  const byImage = Map.groupBy(tables.rows("image_tag"), ({ image_id }) => textOf(image_id));
  const tags = [...byImage].map(
    ([image, list]) => [image, list.map(({ tag_id }) => names.get(textOf(tag_id)) ?? "")] as const,
  );
  return new Map(tags);
}

/** By an `ORDER BY` of SQL, such as `date_creation DESC, file ASC`. */
function inOrder(rows: Row[], order: string): Row[] {
  const columns = order.replace(/^\s*ORDER\s+BY\s/i, "").split(",");
  // Each sort keeps the order of what it finds equal.
  return columns.reduceRight((sorted, part) => {
    const [column = "", direction = "ASC"] = part.trim().replaceAll("`", "").split(/\s+/);
    return sortedBy(sorted, column, direction);
  }, rows);
}
