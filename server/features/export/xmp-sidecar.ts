import type { AdminPhoto } from "../../../contract/photos.ts";
import { escapeText } from "../../platform/escape-text.ts";

/** A photo's texts for other photo programs, in a file next to it: `photo.jpg.xmp` for `photo.jpg`. */
export function writeSidecar({ title, caption, alt, tags, license, captured_on }: AdminPhoto): string {
  const keywords = tags.map((tag) => `      <rdf:li>${escapeText(tag)}</rdf:li>\n`).join("");
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
    xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
    xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"${captured_on ? `\n    photoshop:DateCreated="${captured_on}"` : ""}>
   <dc:title>${inDefaultLanguage(title)}</dc:title>
   <dc:description>${inDefaultLanguage(caption)}</dc:description>
   <Iptc4xmpCore:AltTextAccessibility>${inDefaultLanguage(alt)}</Iptc4xmpCore:AltTextAccessibility>
   <dc:subject>
    <rdf:Bag>
${keywords}    </rdf:Bag>
   </dc:subject>
   <xmpRights:UsageTerms>${inDefaultLanguage(license)}</xmpRights:UsageTerms>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
`;
}

const inDefaultLanguage = (text: string) =>
  `<rdf:Alt><rdf:li xml:lang="x-default">${escapeText(text)}</rdf:li></rdf:Alt>`;
