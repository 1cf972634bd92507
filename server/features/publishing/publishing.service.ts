import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Deps } from "../../deps.ts";
import { zip } from "../../platform/zip.ts";

const SOURCES = join(import.meta.dirname, "lightroom");
const FOLDER = "vitrine.lrplugin";

/** With the site's URL in it: nothing has to be typed but a token. */
export function packLightroomPlugin({ now }: Deps, origin: string): Readable {
  // It stands between quotes of Lua.
  const url = origin.replace(/[\\'\r\n]/g, "");
  async function* files() {
    for (const name of (await readdir(SOURCES)).sort()) {
      const source = await readFile(join(SOURCES, name), "utf8");
      yield {
        name: `${FOLDER}/${name}`,
        modified: now(),
        content: [Buffer.from(source.replaceAll("@SITE_URL@", url))],
      };
    }
  }
  return Readable.from(zip(files()), { objectMode: false });
}
