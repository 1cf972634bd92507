import { basename, dirname } from "node:path";
import { countOf } from "../command/count-of.ts";
import { listFiles } from "../transfer/read-folder.ts";
import { type ForeignAlbum, type ForeignLibrary, type ForeignPhoto, PICTURE, sortedBy } from "./foreign-library.ts";

/**
 * The galleries of SmugMug, unpacked into folders as the site has them: texts are in the files, where the import reads
 * them. Nothing says who could see a gallery.
 */
export async function readSmugMug(folder: string): Promise<ForeignLibrary> {
  const { files } = await listFiles(folder);
  const pictures = sortedBy(
    files.filter((file) => PICTURE.test(file)).map((file) => ({ file })),
    "file",
    "ASC",
  ).map(({ file }) => `${file}`);
  const photos = new Map(pictures.map((file): [string, ForeignPhoto] => [file, { file, addresses: [] }]));
  const byFolder = Map.groupBy(pictures, (file) => dirname(file));
  const places = new Set<string>();
  for (const place of byFolder.keys()) {
    for (let above = place; above !== "."; above = dirname(above)) places.add(above);
  }
  const albums = [...places].sort().map(
    (place): ForeignAlbum => ({
      id: place,
      parent: dirname(place),
      title: basename(place).replaceAll(/[-_]+/g, " "),
      description: "",
      // A folder of galleries becomes a category, which shows nothing by itself.
      hidden: byFolder.has(place) ? "may have been private there" : undefined,
      photos: byFolder.get(place) ?? [],
      // SmugMug writes spaces as hyphens.
      addresses: [`/${place}`, `/${place.replaceAll(" ", "-")}`],
    }),
  );
  const others = files.length - pictures.length;
  return { albums, photos, left_out: others > 0 ? [`${countOf(others, "film")} or other files`] : [] };
}
