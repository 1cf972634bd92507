import { Readable } from "node:stream";
import type { MarkLabel } from "../../../contract/limits.ts";
import type { RoomVoice } from "../../../contract/room-marks.ts";
import type { RoomId } from "../../../contract/rooms.ts";
import type { Deps } from "../../deps.ts";
import { createNamer, splitName } from "../../library/shown/unique-names.ts";
import { xmpPacket } from "../../platform/xmp-packet.ts";
import { zip } from "../../platform/zip.ts";
import { joinedComment, marksByPhoto, readVoices, type VoiceMark } from "./room-marks.ts";
import { findNames } from "./room-photos.queries.ts";
import { requireRoomById } from "./rooms.service.ts";

/** What photo programs show for a photo that was chosen without stars and a label: five stars and their green label. */
const RATING = 5;
const LABEL = "green";

type MarkedPhoto = { filename: string; document_id: string | null; marks: VoiceMark[] };

/** In the room's order, under the names that the camera gave. */
async function readMarked(
  deps: Deps,
  id: RoomId,
): Promise<{ title: string; voices: RoomVoice[]; photos: MarkedPhoto[] }> {
  const room = await requireRoomById(deps, id);
  const voices = await readVoices(deps, room);
  const marks = marksByPhoto(voices);
  const photos = (await findNames(deps.db, room)).map(({ id, source_filename, document_id }) => ({
    filename: source_filename,
    document_id,
    marks: marks.get(id) ?? [],
  }));
  return { title: room.title, voices, photos: photos.filter((photo) => photo.marks.length > 0) };
}

const COLUMNS = ["filename", "comment", "voice", "picked", "label", "rating", "verdict", "pins"];

/** A line for each photo and each voice that marked it. Spreadsheets take the byte order mark as the sign of UTF-8. */
export async function selectionTable(deps: Deps, id: RoomId): Promise<{ title: string; table: string }> {
  const { title, photos } = await readMarked(deps, id);
  const lines = photos.flatMap(({ filename, marks }) =>
    marks.map(({ name, pick: { comment, picked, label, rating, verdict, pins } }) => [
      filename,
      comment,
      name,
      picked ? "yes" : "no",
      label ?? "",
      rating === 0 ? "" : String(rating),
      verdict ?? "",
      pins.map(({ x, y, text }) => `${percent(x)} ${percent(y)}: ${text}`).join("\n"),
    ]),
  );
  return { title, table: `\uFEFF${[COLUMNS, ...lines].map((line) => `${line.map(cell).join(",")}\r\n`).join("")}` };
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

/**
 * Clients write these texts, and a spreadsheet runs a cell that begins like a formula. Some programs take semicolons, tabs and
 * line breaks for the end of a cell, even in quotes, and full-width signs for plain ones.
 */
const FORMULA_START = /(^|[;\t\r\n])([ \u00a0]*)(?=[=+\-@＝＋－＠])/g;

const cell = (text: string) => `"${text.replace(FORMULA_START, "$1$2'").replaceAll('"', '""')}"`;

/** `DSC_0411.xmp`, whatever the extension was: the photographer's own files are raw files of the same name. */
export async function selectionSidecars(deps: Deps, id: RoomId): Promise<{ title: string; archive: Readable }> {
  const { title, photos } = await readMarked(deps, id);
  const uniqueName = createNamer();
  const modified = deps.now();
  async function* sidecars() {
    for (const photo of photos.filter(({ marks }) => marks.some(isForPrograms))) {
      const name = uniqueName(`${splitName(photo.filename)[0]}.xmp`);
      yield { name, modified, content: [Buffer.from(sidecar(photo))] };
    }
  }
  return { title, archive: Readable.from(zip(sidecars()), { objectMode: false }) };
}

const isForPrograms = ({ pick: { picked, label, rating } }: VoiceMark) => picked || label !== null || rating > 0;

/** As photo programs read it: stars, a label, and the comments as an instruction. */
function sidecar({ filename, document_id, marks }: MarkedPhoto): string {
  const rating = Math.max(...marks.map(({ pick }) => pick.rating));
  const isPicked = marks.some(({ pick }) => pick.picked);
  const label = mostFrequent(marks.flatMap(({ pick }) => pick.label ?? [])) ?? (isPicked ? LABEL : undefined);
  return xmpPacket({
    "xmp:Rating": String(rating || (isPicked ? RATING : 0)),
    "xmp:Label": label && label.charAt(0).toUpperCase() + label.slice(1),
    "photoshop:Instructions": joinedComment(marks),
    "xmpMM:OriginalDocumentID": document_id,
    "xmpMM:PreservedFileName": filename,
  });
}

/** Of several, the one that was given first. */
function mostFrequent(labels: readonly MarkLabel[]): MarkLabel | undefined {
  const times = (label: MarkLabel) => labels.filter((each) => each === label).length;
  return [...labels].sort((a, b) => times(b) - times(a))[0];
}
