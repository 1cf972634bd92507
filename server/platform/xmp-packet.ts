import { escapeText } from "./escape-text.ts";

const NAMESPACES = {
  dc: "http://purl.org/dc/elements/1.1/",
  Iptc4xmpCore: "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/",
  photoshop: "http://ns.adobe.com/photoshop/1.0/",
  xmp: "http://ns.adobe.com/xap/1.0/",
  xmpMM: "http://ns.adobe.com/xap/1.0/mm/",
  xmpRights: "http://ns.adobe.com/xap/1.0/rights/",
};
type Name = `${keyof typeof NAMESPACES}:${string}`;

/** A sidecar file. Texts without a value are left out; `elements` are XML already. */
export function xmpPacket(
  texts: Partial<Record<Name, string | null>>,
  elements: Partial<Record<Name, string>> = {},
): string {
  const given = Object.entries(texts).filter(([, text]) => text);
  const used = new Set([...given, ...Object.entries(elements)].map(([name]) => name.replace(/:.*/, "")));
  const attributes = [
    ...Object.entries(NAMESPACES).flatMap(([prefix, url]) => (used.has(prefix) ? `xmlns:${prefix}="${url}"` : [])),
    ...given.map(([name, text]) => `${name}="${escapeText(text ?? "").replaceAll("\n", "&#10;")}"`),
  ];
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    ${attributes.join("\n    ")}>
${Object.entries(elements)
  .map(([name, xml]) => `   <${name}>${xml}</${name}>\n`)
  .join("")}  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
`;
}

export const inDefaultLanguage = (text: string) =>
  `<rdf:Alt><rdf:li xml:lang="x-default">${escapeText(text)}</rdf:li></rdf:Alt>`;

export const listOf = (texts: readonly string[]) =>
  `<rdf:Bag>${texts.map((text) => `<rdf:li>${escapeText(text)}</rdf:li>`).join("")}</rdf:Bag>`;
