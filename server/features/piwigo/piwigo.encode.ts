/** What a method of Piwigo returns. Its clients read it as JSON or as XML. */
export type Value = string | number | boolean | null | { [name: string]: Value | undefined } | List;

/** In XML each item is an element of this name, and some of its fields are attributes. */
export type List = { itemName: string; attributes: readonly string[]; items: readonly Value[]; toJSON(): unknown };

/** Not told by their fields, which a client names where it asks for files. */
const lists = new WeakSet<object>();

export function listOf(itemName: string, items: readonly Value[], attributes: readonly string[] = []): List {
  const list = { itemName, attributes, items, toJSON: () => items };
  lists.add(list);
  return list;
}

export type Outcome = { ok: true; result: Value } | { ok: false; code: number; message: string };

export function encodeJson(outcome: Outcome): string {
  return JSON.stringify(
    outcome.ok ? { stat: "ok", result: outcome.result } : { stat: "fail", err: outcome.code, message: outcome.message },
  );
}

/** Without white space between elements, which Shotwell would take for albums. */
export function encodeXml(outcome: Outcome): string {
  const declaration = '<?xml version="1.0" encoding="utf-8" ?>\n';
  if (outcome.ok) return `${declaration}<rsp stat="ok">\n${xmlOf(outcome.result)}\n</rsp>`;
  return `${declaration}<rsp stat="fail"><err code="${outcome.code}" msg="${escapeXml(outcome.message)}" /></rsp>`;
}

function xmlOf(value: Value): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value !== "object") return escapeXml(String(value));
  if (isList(value)) return value.items.map((item) => element(value.itemName, item, value.attributes)).join("");
  return fieldsOf(value)
    .map(([name, field]) => element(name, field))
    .join("");
}

function element(name: string, value: Value, attributes: readonly string[] = []): string {
  // Clients name some of them, after files. A name must not begin with a digit, such as that of a checksum.
  const tag = name.replace(/[^\w.-]/g, "_").replace(/^(?![a-z_])/i, "_");
  if (value === null || typeof value !== "object" || isList(value)) return `<${tag}>${xmlOf(value)}</${tag}>`;
  const fields = fieldsOf(value);
  const inTag = fields.filter(([field]) => attributes.includes(field));
  const rest = Object.fromEntries(fields.filter(([field]) => !attributes.includes(field)));
  return `<${tag}${inTag.map(([field, text]) => ` ${field}="${xmlOf(text)}"`).join("")}>${xmlOf(rest)}</${tag}>`;
}

const fieldsOf = (value: { [name: string]: Value | undefined }) =>
  Object.entries(value).filter((entry): entry is [string, Value] => entry[1] !== undefined && entry[1] !== null);

const isList = (value: object): value is List => lists.has(value);

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** XML has no control characters. */
const escapeXml = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
  text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? "").replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "");
