const UNRESERVED = /[A-Za-z0-9\-._~]/;
/** What may appear in a path as it is. A backslash may not: browsers read it as a slash. */
const UNSAFE = /[^A-Za-z0-9\-._~!$&'()*+,;=:@%/]/g;

/**
 * The one spelling of a path (RFC 3986, section 6.2): letters are not encoded, no dot segments, no double slashes. A path
 * that begins with two slashes stays as it is, because it could lead to another site.
 */
export function canonicalPath(path: string): string {
  if (path.startsWith("//")) return path;
  const spelled = path.replace(/%[0-9a-f]{2}/gi, decodeUnreserved).replace(UNSAFE, encodeByte);
  const segments: string[] = [];
  for (const segment of spelled.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  const end = segments.length > 0 && /\/\.{0,2}$/.test(spelled) ? "/" : "";
  return `/${segments.join("/")}${end}`;
}

/** Of a page, whose URL has no slash at the end either. */
export const canonicalPagePath = (path: string): string =>
  path.startsWith("//") ? path : canonicalPath(path).replace(/(?<=.)\/$/, "");

function decodeUnreserved(encoded: string): string {
  const letter = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return UNRESERVED.test(letter) ? letter : encoded.toUpperCase();
}

/** Node gives every byte of the request line as one character. */
const encodeByte = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
