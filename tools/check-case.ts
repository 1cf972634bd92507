import { readFile } from "node:fs/promises";
import { projectFiles } from "../rig/project-files.ts";

/** The specification names all but the last line. Those are headings in Settings, in one column with two that it names. */
const FIXED = new Set(
  `Admin Login, Album Management, All Albums, All Photos, Batch Processing Recommended, Delete Forever, Empty Trash,
  Error Loading Admin Dashboard, General Settings, Generate Missing Variants, Go to Login, Image Processing,
  Image Variant Processing, Medium Only, Missing Variants, Page Not Found, Refresh Trash, Regenerate All Variants,
  Thumbnails Only, Total Photos, Upload Photos, Upload Your First Photos, User Management, View Site,
  Storage and Backup, Publishing from Other Programs, Messages and Viewing Rooms, Disk Use`.split(/,\s+/),
);
/** The whole text of a button, heading or title: two to six words, and the first has a capital. */
const TITLE = /(?<=["'`>]|^ *)[A-Z][\w’]*(?: [\w’$&]+){1,5}(?=…?(?:["'`<]| ?\$?\{|$))/gm;
const NAME = /^Go to | (?:Favorites|Vitrine)$/;
const NOT_SHOWN = /^\s*(?:\/\/|\/?\*|import |export ).*$/gm;

/** Buttons, menu items, headings and titles of the admin area are in sentence case, as CONTRIBUTING.md says. */
export async function findTitleCase(): Promise<string> {
  const complaints: string[] = [];
  const paths = projectFiles("web/admin/**/*.ts", "web/admin/**/*.tsx").filter((path) => !path.endsWith(".test.ts"));
  for (const path of paths) {
    for (const [text] of (await readFile(path, "utf8")).replace(NOT_SHOWN, "").matchAll(TITLE)) {
      if (/ [A-Z][a-z]/.test(text) && !NAME.test(text) && !FIXED.has(text)) {
        complaints.push(`${path}: "${text}" must be in sentence case`);
      }
    }
  }
  return complaints.join("\n");
}
