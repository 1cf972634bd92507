import { Readable } from "node:stream";
import type { RoomId } from "../../../contract/rooms.ts";
import type { Deps } from "../../deps.ts";
import { createNamer, splitName } from "../../library/shown/unique-names.ts";
import { xmpPacket } from "../../platform/xmp-packet.ts";
import { zip } from "../../platform/zip.ts";
import * as queries from "./rooms.queries.ts";
import { readSelection, requireRoomById } from "./rooms.service.ts";

/** What photo programs show for a chosen photo: five stars and their green label. */
const RATING = "5";
const LABEL = "Green";

/** One line per chosen photo. Spreadsheets take the byte order mark as the sign of UTF-8. */
export async function selectionTable(deps: Deps, id: RoomId): Promise<string> {
  const { picks } = await readSelection(deps, await requireRoomById(deps, id));
  const rows = [["filename", "comment"], ...picks.map(({ filename, comment }) => [filename, comment])];
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
}

/**
 * Clients write these texts, and a spreadsheet runs a cell that begins like a formula. Some programs take semicolons, tabs and
 * line breaks for the end of a cell, even in quotes, and full-width signs for plain ones.
 */
const FORMULA_START = /(^|[;\t\r\n])([ \u00a0]*)(?=[=+\-@＝＋－＠])/g;

const cell = (text: string) => `"${text.replace(FORMULA_START, "$1$2'").replaceAll('"', '""')}"`;

/** `DSC_0411.xmp`, whatever the extension was: the photographer's own files are raw files of the same name. */
export async function selectionSidecars(deps: Deps, id: RoomId): Promise<Readable> {
  const { picks } = await readSelection(deps, await requireRoomById(deps, id));
  const marked = await queries.findMarkedPhotos(deps.db, id);
  const documentOf = new Map(marked.map((photo) => [photo.id, photo.document_id]));
  const uniqueName = createNamer();
  const modified = deps.now();
  async function* sidecars() {
    for (const pick of picks) {
      const name = uniqueName(`${splitName(pick.filename)[0]}.xmp`);
      yield { name, modified, content: [Buffer.from(sidecar(pick.comment, documentOf.get(pick.photo_id) ?? null))] };
    }
  }
  return Readable.from(zip(sidecars()), { objectMode: false });
}

/** As photo programs read it: stars, a label, and the comment as an instruction. */
const sidecar = (comment: string, document_id: string | null) =>
  xmpPacket({
    "xmp:Rating": RATING,
    "xmp:Label": LABEL,
    "photoshop:Instructions": comment,
    "xmpMM:OriginalDocumentID": document_id,
  });
