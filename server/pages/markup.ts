const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** XML knows no control characters but these three. */
const isPrintable = (char: string) => char >= " " || char === "\t" || char === "\n" || char === "\r";

/** For text and for attributes, in HTML and in XML. */
export function escapeText(text: string): string {
  const escaped = text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? "");
  return [...escaped].every(isPrintable) ? escaped : [...escaped].filter(isPrintable).join("");
}

/** JSON inside a <script>: nothing in it can end the element or open a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
