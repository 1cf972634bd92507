import { Readable } from "node:stream";
import type { RoomId, RoomSelection } from "../../../contract/rooms.ts";
import type { Deps } from "../../deps.ts";
import { createNamer, splitName } from "../../library/shown/unique-names.ts";
import { escapeText } from "../../platform/escape-text.ts";
import { zip } from "../../platform/zip.ts";
import { readSelection, requireRoomById } from "./rooms.service.ts";

/** What photo programs show for a chosen photo: five stars and their green label. */
const RATING = 5;
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
  const uniqueName = createNamer();
  const modified = deps.now();
  async function* sidecars() {
    for (const pick of picks) {
      const name = uniqueName(`${splitName(pick.filename)[0]}.xmp`);
      yield { name, modified, content: [Buffer.from(sidecar(pick))] };
    }
  }
  return Readable.from(zip(sidecars()), { objectMode: false });
}

function sidecar({ comment }: RoomSelection["picks"][number]): string {
  const instructions = comment && `\n    photoshop:Instructions="${escapeText(comment).replaceAll("\n", "&#10;")}"`;
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
    xmp:Rating="${RATING}"
    xmp:Label="${LABEL}"${instructions}/>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
`;
}
