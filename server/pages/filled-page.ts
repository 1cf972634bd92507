import { randomBytes } from "node:crypto";
import { escapeText } from "../platform/escape-text.ts";
import { ANY_ORIGIN } from "../platform/http/origin.ts";
import { scriptJson } from "./script-json.ts";

/** The bytes of a page with these values, and with this origin. */
export type FilledPage = (values: Record<string, string | undefined>, origin: string) => Buffer;

/** Random, so that nothing the owner writes contains it. */
const MARK = `m${randomBytes(16).toString("hex")}`;
const BLANK = new RegExp(`(${ANY_ORIGIN}|${MARK}[a-z:]+\\.)`);
/** What a page carries as data for its program begins here: before it is HTML, from here on JSON. */
const DATA = 'id="page-data">';

/** Stands for the value with this name in a page that is rendered once for many. */
export const blank = (name: string) => `${MARK}${name}.`;

export function fillPage(html: string): FilledPage {
  const dataAt = html.indexOf(DATA);
  let at = 0;
  const parts = html.split(BLANK).map((part): Part => {
    const isData = at > dataAt;
    at += part.length;
    if (part === ANY_ORIGIN) return { kind: "origin" };
    if (!part.startsWith(MARK)) return { kind: "text", bytes: Buffer.from(part) };
    return { kind: isData ? "json" : "html", name: part.slice(MARK.length, -1) };
  });
  return (values, origin) =>
    Buffer.concat(
      parts.map((part) => {
        if (part.kind === "text") return part.bytes;
        if (part.kind === "origin") return Buffer.from(origin);
        const value = values[part.name] ?? "";
        return Buffer.from(part.kind === "json" ? scriptJson(value).slice(1, -1) : escapeText(value));
      }),
    );
}

type Part = { kind: "text"; bytes: Buffer } | { kind: "origin" } | { kind: "html" | "json"; name: string };
