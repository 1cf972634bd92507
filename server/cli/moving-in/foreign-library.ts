import type { License } from "../../../contract/limits.ts";

/** A library of another program, as each reader describes it. Albums and their photos are in order. */
export type ForeignLibrary = {
  albums: ForeignAlbum[];
  /** By the id that albums name them by. */
  photos: Map<string, ForeignPhoto>;
  /** What does not come along, in lines for the owner. */
  left_out: string[];
};

export type ForeignAlbum = {
  id: string;
  /** The album that it was in. */
  parent?: string | undefined;
  title: string;
  description: string;
  /** Why not everyone could see it there. Undefined: everyone could. */
  hidden?: string | undefined;
  photos: string[];
  cover?: string | undefined;
  /** Paths that it had there, with their query. */
  addresses: string[];
};

export type ForeignPhoto = {
  /** Relative to the folder of the import. */
  file: string;
  filename?: string;
  title?: string;
  caption?: string;
  alt?: string;
  tags?: string[];
  license?: License;
  /** The camera's clock, as `2024-05-17T18:30:00`. */
  captured_on?: string;
  /** In UTC. */
  uploaded_on?: string;
  favorite?: boolean;
  hidden?: string | undefined;
  addresses: string[];
};

export type Row = Record<string, string | number | null>;

/** The tables of a database, from a dump or a file. */
export type Tables = {
  names: string[];
  /** Empty where there is no such table. */
  rows(table: string): Row[];
};

export const textOf = (value: Row[string] | undefined): string =>
  value === null || value === undefined ? "" : `${value}`;

/** A flag of another program is 0, 1, "0", "1", or missing in its older versions. */
export const isOn = (value: Row[string] | undefined): boolean =>
  value !== undefined && value !== null && Number(value) !== 0;

/** A time that a database has without a zone, in UTC. Undefined when it is none, as `0000-00-00`. */
export function utcTime(value: Row[string] | undefined): string | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(textOf(value));
  const time = parts ? new Date(`${parts[1]}T${parts[2]}Z`) : undefined;
  return time === undefined || Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** A time that a database has by the camera's clock. */
export const cameraTime = (value: Row[string] | undefined): string | undefined => utcTime(value)?.slice(0, 19);

/** Files that an upload may be. */
export const PICTURE = /\.(jpe?g|png|gif|webp|hei[cf])$/i;

const natural = new Intl.Collator("en", { numeric: true });

/** By a column, as people sort: 9 before 10, and what is missing first. */
export function sortedBy(rows: readonly Row[], column: string, direction: string): Row[] {
  const sign = direction.toUpperCase() === "DESC" ? -1 : 1;
  return rows.toSorted((a, b) => sign * natural.compare(textOf(a[column]), textOf(b[column])));
}
