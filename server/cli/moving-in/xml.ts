import { CannotStartError } from "../../errors.ts";
import { decodeEntities } from "./plain-text.ts";

export type XmlNode = { name: string; attributes: Record<string, string>; children: XmlNode[]; text: string };

const MARK =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const MAX_DEPTH = 50;

/** The root of a document. Entities are those of XML and no others: a document type, which could define more, is refused. */
export function readXml(text: string, name: string): XmlNode {
  const broken = () => new CannotStartError(`${name} is broken XML, or not all of it is there. Export it again`);
  const top: XmlNode = { name: "", attributes: {}, children: [], text: "" };
  const open: XmlNode[] = [top];
  let at = text.startsWith("\ufeff") ? 1 : 0;
  for (;;) {
    const next = text.indexOf("<", at);
    const node = open.at(-1) ?? top;
    node.text += decodeEntities(text.slice(at, next === -1 ? undefined : next));
    if (next === -1) break;
    if (text.startsWith("<!DOCTYPE", next))
      throw new CannotStartError(`${name} has a document type, which no export has`);
    MARK.lastIndex = next;
    const mark = MARK.exec(text);
    if (!mark) throw broken();
    at = MARK.lastIndex;
    const [, data, closes, tag, attributes = "", isEmpty] = mark;
    if (data !== undefined) node.text += data;
    if (tag === undefined) continue;
    if (closes) {
      if (open.length === 1 || open.pop()?.name !== tag) throw broken();
      continue;
    }
    const child: XmlNode = { name: tag, attributes: readAttributes(attributes), children: [], text: "" };
    node.children.push(child);
    if (!isEmpty) open.push(child);
    if (open.length > MAX_DEPTH) throw broken();
  }
  const [root] = top.children;
  if (open.length > 1 || !root) throw broken();
  return root;
}

const readAttributes = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name, quoted, other]) => [name, decodeEntities(quoted ?? other ?? "")]),
  );

/** The text of a child; empty where there is none. */
export const childText = (node: XmlNode, name: string): string =>
  node.children.find((child) => child.name === name)?.text.trim() ?? "";
