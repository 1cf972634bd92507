/**
 * Publishing from other programs, while the server is killed at random: what the plug-in for Lightroom and the site have agrees, and
 * nothing is there twice; what is written slowly, renamed and replaced in the inbox arrives whole, once, and soon; and other
 * programs read what a viewing room gives.
 *
 *   npm run prove:publishing                       everything
 *   npm run prove:publishing -- --only inbox       one part, or several with commas; the names are below
 *   npm run prove:publishing -- --photos 40        with fewer photos
 *
 * Needs Lua 5.1 (Debian's package lua5.1, which root installs if it is missing). Without unzip and exiftool, what they
 * would read is skipped.
 */
import { parseArgs } from "node:util";
import { fillInbox } from "./publishing/fill-inbox.ts";
import { publishAndKill } from "./publishing/publish-and-kill.ts";
import { readByOthers } from "./publishing/read-by-others.ts";
import { runParts } from "./run-parts.ts";

const { values } = parseArgs({ options: { only: { type: "string" }, photos: { type: "string" } } });
const PROOFS: Record<string, () => Promise<void>> = {
  lightroom: () => publishAndKill(Number(values.photos ?? 200)),
  inbox: () => fillInbox(Number(values.photos ?? 500)),
  sidecars: readByOthers,
};
await runParts(PROOFS, values.only, (prove) => prove());
