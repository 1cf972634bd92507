import type { Generated } from "kysely";
import type { SitePictureKind } from "../../contract/limits.ts";

/** A file of the portrait, the logo or the icon. The site's settings say which of them there are. */
export type SitePictureTable = {
  id: Generated<number>;
  kind: SitePictureKind;
  /** Its name in URLs, such as `192.png`. */
  file: string;
  /** In base64: the few files of a site are rows, so that whatever copies the rows copies them. */
  content: string;
};
