import { readFileSync } from "node:fs";
import { join } from "node:path";

/** HEIC files, put together from a few that tools/make-heic.ts made, as phones and attackers write them. */

type Part = "red-tile" | "green-tile" | "blue-tile" | "white-tile" | "ramp-10-bit" | "ramp-10-bit-422" | "see-through";

export const readHeic = (name: Part | "vast"): Buffer =>
  readFileSync(join(import.meta.dirname, "heic", `${name}.heic`));

export const HEIC_TILE_PX = 64;

export type HeicContent = {
  /** From left to right and from top to bottom; one tile is stored without a grid. */
  tiles?: readonly (Part | "vast")[];
  columns?: number;
  /** Quarter turns, counterclockwise. */
  turns?: number;
  /** 0 mirrors top and bottom, 1 left and right. */
  mirror?: 0 | 1;
  icc?: Buffer;
  nclx?: { primaries: number; transfer: number; matrix: number };
  exif?: Buffer;
  xmp?: string;
  /** What the file claims to be, if not what its tiles add up to. */
  claims?: { width: number; height: number };
  brand?: string;
};

/** The corners of other test pictures: red, green, blue and white, clockwise from the top left. */
const CORNERS = ["red-tile", "green-tile", "white-tile", "blue-tile"] as const;

export function heicFile(content: HeicContent = {}): Buffer {
  const { tiles = CORNERS, columns = tiles.length === 1 ? 1 : 2, claims, brand = "heic" } = content;
  const sources = tiles.map((name) => readParts(readHeic(name)));
  const isGrid = tiles.length > 1;
  const tileSize = sources[0]?.size ?? Buffer.alloc(8);
  const width = claims?.width ?? tileSize.readUInt32BE(0) * columns;
  const height = claims?.height ?? tileSize.readUInt32BE(4) * Math.ceil(tiles.length / columns);
  const primary = isGrid ? tiles.length + 1 : 1;
  const items = sources.map(({ data }, index) => ({ id: index + 1, type: "hvc1", data, isHidden: isGrid }));
  if (isGrid) {
    const grid = Buffer.alloc(12);
    grid.set([0, 1, Math.ceil(tiles.length / columns) - 1, columns - 1]);
    grid.writeUInt32BE(width, 4);
    grid.writeUInt32BE(height, 8);
    items.push({ id: primary, type: "grid", data: grid, isHidden: false });
  }
  const properties = propertiesOf(content, sources[0]?.hvcC ?? Buffer.alloc(0), { tileSize, width, height });
  const { exif, xmp } = content;
  const blocks = [
    ...(exif ? [{ type: "Exif", data: Buffer.concat([Buffer.alloc(4), exif]) }] : []),
    ...(xmp ? [{ type: "mime", data: Buffer.from(xmp) }] : []),
  ].map((block, index) => ({ ...block, id: primary + 1 + index, isHidden: true }));
  const links = [
    ...(isGrid ? [box("dimg", u16(primary), u16(tiles.length), ...tiles.map((_, index) => u16(index + 1)))] : []),
    ...blocks.map(({ id }) => box("cdsc", u16(id), u16(1), u16(primary))),
  ];
  const own = properties.own.map((_, index) => index + 3);
  const associations = [
    ...(isGrid ? sources.map((_, index) => association(index + 1, [1, 2])) : []),
    association(primary, isGrid ? own : [2, ...own]),
  ];
  const all = [...items, ...blocks];
  const meta = (at: number) =>
    fullBox(
      "meta",
      0,
      fullBox("hdlr", 0, Buffer.alloc(4), Buffer.from("pict"), Buffer.alloc(13)),
      fullBox("pitm", 0, u16(primary)),
      fullBox("iloc", 0, Buffer.from([0x44, 0]), u16(all.length), ...locations(all, at)),
      fullBox("iinf", 0, u16(all.length), ...all.map(itemEntry)),
      ...(links.length > 0 ? [fullBox("iref", 0, ...links)] : []),
      box(
        "iprp",
        box("ipco", ...properties.shared, ...properties.own),
        fullBox("ipma", 0, u32(associations.length), ...associations),
      ),
    );
  const ftyp = box("ftyp", Buffer.from(brand), u32(0), Buffer.from("mif1heic"));
  const dataAt = ftyp.length + meta(0).length + 8;
  return Buffer.concat([ftyp, meta(dataAt), box("mdat", ...all.map(({ data }) => data))]);
}

/** The first two belong to the tiles; the picture has its own size, turn and colours. */
function propertiesOf(
  { turns, mirror, icc, nclx }: HeicContent,
  hvcC: Buffer,
  { tileSize, width, height }: { tileSize: Buffer; width: number; height: number },
) {
  const colours = nclx
    ? [Buffer.from("nclx"), u16(nclx.primaries), u16(nclx.transfer), u16(nclx.matrix), Buffer.from([0x80])]
    : [Buffer.from("prof"), icc ?? Buffer.alloc(0)];
  return {
    shared: [fullBox("ispe", 0, tileSize), box("hvcC", hvcC)],
    own: [
      fullBox("ispe", 0, u32(width), u32(height)),
      ...(icc || nclx ? [box("colr", ...colours)] : []),
      ...(turns === undefined ? [] : [box("irot", Buffer.from([turns]))]),
      ...(mirror === undefined ? [] : [box("imir", Buffer.from([mirror]))]),
    ],
  };
}

type Item = { id: number; type: string; data: Buffer; isHidden: boolean };

function locations(items: readonly Item[], start: number): Buffer[] {
  let at = start;
  return items.map(({ id, data }) => {
    const location = Buffer.concat([u16(id), u16(0), u16(1), u32(at), u32(data.length)]);
    at += data.length;
    return location;
  });
}

function itemEntry({ id, type, isHidden }: Item): Buffer {
  const contentType = type === "mime" ? "application/rdf+xml\0" : "";
  const head = Buffer.from([2, 0, 0, isHidden ? 1 : 0]);
  return box("infe", head, u16(id), u16(0), Buffer.from(`${type}\0${contentType}`, "latin1"));
}

/** All of them are essential or may as well be. */
const association = (id: number, indexes: readonly number[]) =>
  Buffer.concat([u16(id), Buffer.from([indexes.length, ...indexes.map((index) => index | 0x80)])]);

const fullBox = (type: string, version: number, ...parts: Buffer[]) => box(type, u32(version << 24), ...parts);

function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, "latin1"), body]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** heif-enc writes one picture, whose data comes last. */
function readParts(file: Buffer): { hvcC: Buffer; size: Buffer; data: Buffer } {
  const after = (type: string) => {
    const at = file.indexOf(type, 0, "latin1");
    return file.subarray(at + 4, at - 4 + file.readUInt32BE(at - 4));
  };
  return { hvcC: after("hvcC"), size: after("ispe").subarray(4), data: after("mdat") };
}
