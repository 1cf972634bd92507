import type { RoomPictures, ShownPhoto } from "../../../contract/pages.ts";
import { SHOWN_FIELDS } from "../../../contract/photos.ts";
import type { VisitorSelection } from "../../../contract/room-marks.ts";
import type { RoomPhoto, VisitedRoom } from "../../../contract/room-visits.ts";
import type { Panel } from "../../../contract/sequences.ts";
import type { PhotoRow } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { readFormerFile } from "../../library/files/former-file.ts";
import { forReader } from "../../library/orders/line.ts";
import { followLine } from "../../library/orders/versions.ts";
import { API_COLUMNS, type PhotoColumn, presentPhotoAt, presentShownPhoto } from "../photos/photos.present.ts";
import { offers, picturesBase, type Visit } from "./room-access.ts";
import * as photos from "./room-photos.queries.ts";
import * as queries from "./rooms.queries.ts";
import { isChanged } from "./rooms.service.ts";
import { readSelection } from "./visit.marks.ts";

type Visited<P> = {
  room: VisitedRoom;
  photos: P[];
  /** Of a room that was made from an album which someone sequenced. */
  panels: Panel[] | undefined;
  voice: { name: string } | null;
  selection: VisitorSelection;
};

/** What became of a photo's file since the round before. `before`: it is still kept. */
type Change = { changed: boolean; before: boolean };
type PresentInRoom<Row, P> = (row: Row, pictures: RoomPictures, change: Change) => P;

/** Beside what is shown: whether it has changed. */
const FILE_COLUMNS = ["sha256", "former_file"] as const;
const READ_FOR_API = [...API_COLUMNS, ...FILE_COLUMNS] as const;
const READ_FOR_PAGE = [...SHOWN_FIELDS, ...FILE_COLUMNS] as const;

/** For programs: with every URL. */
export const readRoom = (deps: Deps, visit: Visit): Promise<Visited<RoomPhoto>> =>
  openRoom(deps, visit, READ_FOR_API, (row, pictures, { changed, before }) => {
    const { base, has_original, is_marked } = pictures;
    const { image_urls, images, sources, ...photo } = presentPhotoAt(row, (path) => path.replace("/images", base));
    const { original, ...sizes } = image_urls;
    const { hdr: _hdr, ...plain } = sources;
    const earlier = (size: "medium" | "large") => sizes[size].replace(`/${size}-`, `/before-${size}-`);
    return {
      ...photo,
      ...(is_marked && { hdr: false }),
      // Only a room that offers originals has a URL for them.
      image_urls: has_original ? { ...sizes, original } : sizes,
      images: has_original ? images : { thumbnail: images.thumbnail },
      sources: is_marked ? plain : sources,
      changed,
      before: before ? { medium: earlier("medium"), large: earlier("large") } : null,
    };
  });

/** For the page, which builds the URLs itself. */
export const readShownRoom = (deps: Deps, visit: Visit): Promise<Visited<ShownPhoto>> =>
  openRoom(deps, visit, READ_FOR_PAGE, (row, room_pictures, { changed, before }) => {
    // Added to it: a copy of each of a thousand photos would be work for nothing.
    const photo = Object.assign(presentShownPhoto(row), { room_pictures });
    if (room_pictures.is_marked) photo.hdr = false;
    return changed ? { ...photo, change: before ? ("shown" as const) : ("lost" as const) } : photo;
  });

async function openRoom<Column extends PhotoColumn, P>(
  deps: Deps,
  visit: Visit,
  columns: readonly Column[],
  present: PresentInRoom<Pick<PhotoRow, Column | "width" | "height">, P>,
): Promise<Visited<P>> {
  const { room, voice } = visit;
  const former = await photos.findFormerFiles(deps.db, room);
  const shown = await photos.findShownPhotos(deps.db, room, columns);
  const { photos: rows, line } =
    room.album_id === null ? { photos: shown, line: undefined } : await followLine(deps.db, room.album_id, shown);
  const pictures = {
    base: picturesBase(deps, visit),
    has_original: offers(room, "original"),
    is_marked: room.watermark !== null,
  };
  const changeOf = ({ id, sha256, former_file }: PhotoRow): Change => {
    const changed = isChanged(former.get(id), sha256);
    return { changed, before: changed && readFormerFile({ former_file })?.sha256 === former.get(id) };
  };
  return {
    room: {
      title: room.title,
      message: room.round === 1 ? room.message : await readMessage(deps, visit),
      has_password: room.password_hash !== null,
      expires_on: room.expires_on,
      download: room.download,
      selection: room.selection === 1,
      selection_limit: room.selection_limit,
      voices: room.voices,
      has_labels: room.has_labels === 1,
      max_px: room.max_px,
      watermark: room.watermark,
      round: room.round,
      photo_count: rows.length,
    },
    photos: rows.map((row) => present(withinRoom(room, row), pictures, changeOf(row))),
    panels: line && forReader(line),
    voice: voice && room.voices === "named" ? { name: voice.name } : null,
    selection: await readSelection(deps, visit),
  };
}

/** The size is that of the largest picture that the room gives. */
function withinRoom<Row extends { width: number; height: number }>({ max_px }: Visit["room"], row: Row): Row {
  const scale = Math.min(1, (max_px ?? Number.POSITIVE_INFINITY) / Math.max(row.width, row.height));
  if (scale === 1) return row;
  return {
    ...row,
    width: Math.max(1, Math.round(row.width * scale)),
    height: Math.max(1, Math.round(row.height * scale)),
  };
}

async function readMessage({ db }: Deps, { room }: Visit): Promise<string> {
  return (await queries.findRounds(db, room.id)).find(({ number }) => number === room.round)?.message ?? "";
}

export async function countOpening(deps: Deps, { room }: Visit): Promise<void> {
  // On a full disk a visitor can still look.
  if (!deps.database.isReadOnly) await queries.countOpening(deps.db, room.id, deps.now().toISOString());
}

export const showsPicture = ({ db }: Deps, { room }: Visit, internalId: string): Promise<boolean> =>
  photos.showsPicture(db, room, internalId);
