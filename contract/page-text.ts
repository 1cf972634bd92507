// The text format of pages: paragraphs, `*emphasis*`, `**strong**`, `[links](https://…)` and lists begun with `- `. Read into
// a tree, so that no text ever becomes HTML. No zod here: public pages load this file.

export type TextPart = string | Mark | TextLink;
type Mark = { kind: "emphasis"; parts: TextPart[] } | { kind: "strong"; parts: TextPart[] };
type TextLink = { kind: "link"; to: string; parts: TextPart[] };

/** A paragraph keeps its line breaks: an address has several lines. */
export type TextSection = { kind: "paragraph" | "list"; lines: TextPart[][] };

/** In time that grows with the length of the text, whatever is in it. */
export function readText(text: string): TextSection[] {
  const sections: TextSection[] = [];
  for (const paragraph of text.split(/\n[^\S\n]*\n/)) {
    let last: TextSection | undefined;
    for (const line of paragraph.split("\n")) {
      if (line.trim() === "") continue;
      const kind = line.startsWith("- ") ? "list" : "paragraph";
      const parts = readLine(kind === "list" ? line.slice(2).trim() : line.trim(), MARKS);
      if (last?.kind === kind) {
        last.lines.push(parts);
        continue;
      }
      last = { kind, lines: [parts] };
      sections.push(last);
    }
  }
  return sections;
}

/** Where its links lead to, also those that are not allowed. */
export function linksIn(text: string): string[] {
  const links: string[] = [];
  const visit = (parts: readonly TextPart[]) => {
    for (const part of parts) {
      if (typeof part === "string") continue;
      if (part.kind === "link") links.push(part.to);
      visit(part.parts);
    }
  };
  for (const { lines } of readText(text)) for (const line of lines) visit(line);
  return links;
}

/** The words alone, for a list or a description. */
export function wordsOf(text: string): string {
  const words = (parts: readonly TextPart[]): string =>
    parts.map((part) => (typeof part === "string" ? part : words(part.parts))).join("");
  return readText(text)
    .flatMap(({ lines }) => lines.map(words))
    .join(" ");
}

/** To another site, to an email address, or to a path of this one. A browser would read some characters as others. */
export function isAllowedLink(to: string): boolean {
  if (/[\s\p{Cc}\\<>"]/u.test(to)) return false;
  if (to.startsWith("/")) return !to.startsWith("//");
  if (/^mailto:/i.test(to)) return /^mailto:[^@]+@[^@]+$/i.test(to);
  return /^https?:\/\/[^/?#]/i.test(to);
}

const MARKS = [
  { kind: "strong", sign: "**" },
  { kind: "emphasis", sign: "*" },
] as const;
type Marks = readonly (typeof MARKS)[number][];
/** Longer ones are no links. */
const LABEL_MAX_CHARS = 500;
const ADDRESS_MAX_CHARS = 2_000;

type Found = { part: Mark | TextLink; end: number };

/** A mark is not read inside the same mark, nor a link inside a link: so nothing is nested deeper than three times. */
function readLine(line: string, marks: Marks, hasLinks = true): TextPart[] {
  const parts: TextPart[] = [];
  let plainFrom = 0;
  // What is not closed from here on is not closed further on either. Without this, a line of signs would take minutes.
  let open = marks;
  for (let at = 0; at < line.length; ) {
    const mark = open.find(({ sign }) => line.startsWith(sign, at));
    const found = mark ? readMark(line, at, mark, marks, hasLinks) : hasLinks && readLink(line, at, marks);
    if (!found) {
      if (mark && isFollowed(line, at, mark)) open = open.filter((each) => each !== mark);
      // A sign that begins nothing is plain, all of it: half of it must not begin something else.
      at += line.startsWith("**", at) ? 2 : 1;
      continue;
    }
    if (at > plainFrom) parts.push(line.slice(plainFrom, at));
    parts.push(found.part);
    plainFrom = at = found.end;
  }
  if (plainFrom < line.length) parts.push(line.slice(plainFrom));
  return parts;
}

function readMark(line: string, at: number, mark: Marks[number], marks: Marks, hasLinks: boolean): Found | undefined {
  const start = at + mark.sign.length;
  const close = isFollowed(line, at, mark) ? closeOf(line, start, mark.sign) : undefined;
  if (close === undefined) return undefined;
  const others = marks.filter((each) => each !== mark);
  return {
    part: { kind: mark.kind, parts: readLine(line.slice(start, close), others, hasLinks) },
    end: close + mark.sign.length,
  };
}

/** Letters, not spaces, are next to the signs: `2 * 3 * 4` has none. */
function isFollowed(line: string, at: number, { sign }: Marks[number]): boolean {
  const next = line[at + sign.length];
  return next !== undefined && next !== " ";
}

function closeOf(line: string, start: number, sign: "**" | "*"): number | undefined {
  for (let at = line.indexOf(sign, start); at !== -1; at = line.indexOf(sign, at + sign.length)) {
    // The signs of the other mark, which is inside.
    if (sign === "*" && line[at + 1] === "*") {
      at += 1;
      continue;
    }
    // Of three signs, the last two.
    if (sign === "**" && line[at + 2] === "*") at += 1;
    if (at > start && line[at - 1] !== " ") return at;
  }
  return undefined;
}

/** An address may have parentheses of its own. */
function readLink(line: string, at: number, marks: Marks): Found | undefined {
  if (line[at] !== "[") return undefined;
  const length = line.slice(at + 1, at + LABEL_MAX_CHARS).search(/\[|\]\(/);
  const middle = at + 1 + length;
  if (length < 1 || line[middle] === "[") return undefined;
  let depth = 1;
  let end = middle + 2;
  for (; end < line.length && depth > 0 && end < middle + ADDRESS_MAX_CHARS; end++) {
    if (line[end] === "(") depth += 1;
    else if (line[end] === ")") depth -= 1;
  }
  if (depth > 0) return undefined;
  const to = line.slice(middle + 2, end - 1).trim();
  return { part: { kind: "link", to, parts: readLine(line.slice(at + 1, middle), marks, false) }, end };
}
