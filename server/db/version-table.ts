import type { Generated, Selectable } from "kysely";
import type { AlbumId } from "../../contract/album-id.ts";

/** A version of an album's line. An album that nobody sequenced has none, others have exactly one that is current. */
export type VersionTable = {
  id: Generated<number>;
  album_id: AlbumId;
  /** From 1 within the album. */
  number: number;
  name: string;
  current: 0 | 1;
  revision: number;
  /** JSON of the panels. May name photos that have left the album, and lack some: see library/orders/line.ts. */
  panels: string;
  changed_on: string;
};

export type VersionRow = Selectable<VersionTable>;
