import type { AdminPhoto } from "../../../contract/photos.ts";
import { inDefaultLanguage, listOf, xmpPacket } from "../../platform/xmp-packet.ts";

/** A photo's texts for other photo programs, in a file next to it: `photo.jpg.xmp` for `photo.jpg`. */
export function writeSidecar({ title, caption, alt, tags, license, captured_on, document_id }: AdminPhoto): string {
  return xmpPacket(
    { "photoshop:DateCreated": captured_on, "xmpMM:OriginalDocumentID": document_id },
    {
      "dc:title": inDefaultLanguage(title),
      "dc:description": inDefaultLanguage(caption),
      "Iptc4xmpCore:AltTextAccessibility": inDefaultLanguage(alt),
      "dc:subject": listOf(tags),
      "xmpRights:UsageTerms": inDefaultLanguage(license),
    },
  );
}
