import { sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { CannotStartError } from "../errors.ts";
import type { Database, DialectName } from "./connect.ts";
import { library } from "./migrations/001-library.ts";
import { photoCounts } from "./migrations/002-photo-counts.ts";
import { defence } from "./migrations/003-defence.ts";
import { formerPlaces } from "./migrations/004-former-places.ts";
import { altText } from "./migrations/005-alt-text.ts";
import { pictureSpace } from "./migrations/006-picture-space.ts";
import { withoutAlt } from "./migrations/007-without-alt.ts";
import { creatorAndZone } from "./migrations/008-creator-and-zone.ts";
import { sessions } from "./migrations/009-sessions.ts";
import { drafts } from "./migrations/010-drafts.ts";
import { passkeys } from "./migrations/011-passkeys.ts";
import { albumPhotos } from "./migrations/012-album-photos.ts";
import { finding } from "./migrations/013-finding.ts";
import { hdr } from "./migrations/014-hdr.ts";
import { rooms } from "./migrations/015-rooms.ts";
import { focalPoint } from "./migrations/016-focal-point.ts";
import { formerFile } from "./migrations/017-former-file.ts";
import { messages } from "./migrations/018-messages.ts";
import { categories } from "./migrations/019-categories.ts";
import { resumableUploads } from "./migrations/020-resumable-uploads.ts";
import { selectionMail } from "./migrations/021-selection-mail.ts";
import { feedIds } from "./migrations/022-feed-ids.ts";
import { sourceFilename } from "./migrations/023-source-filename.ts";
import { searchWords } from "./migrations/024-search-words.ts";
import { uploadsOnce } from "./migrations/025-uploads-once.ts";

/** The database was written by a newer Vitrine than this one. */
export class NewerDatabaseError extends Error {}

const migrationsFor = (dialect: DialectName): Record<string, Migration> => ({
  "001-library": library(dialect),
  "002-photo-counts": photoCounts(dialect),
  "003-defence": defence(),
  "004-former-places": formerPlaces,
  "005-alt-text": altText,
  "006-picture-space": pictureSpace,
  "007-without-alt": withoutAlt,
  "008-creator-and-zone": creatorAndZone,
  "009-sessions": sessions(dialect),
  "010-drafts": drafts(dialect),
  "011-passkeys": passkeys(dialect),
  "012-album-photos": albumPhotos(dialect),
  "013-finding": finding(dialect),
  "014-hdr": hdr,
  "015-rooms": rooms(dialect),
  "016-focal-point": focalPoint,
  "017-former-file": formerFile,
  "018-messages": messages(dialect),
  "019-categories": categories(dialect),
  "020-resumable-uploads": resumableUploads,
  "021-selection-mail": selectionMail,
  "022-feed-ids": feedIds,
  "023-source-filename": sourceFilename(dialect),
  "024-search-words": searchWords,
  "025-uploads-once": uploadsOnce,
});

/**
 * Migrates to the newest version, or up to the named one. On PostgreSQL Kysely takes a lock, so that nodes which start
 * simultaneously migrate once.
 */
export async function migrate(database: Database, upTo?: string): Promise<void> {
  const { db, dialect } = database;
  const migrations = migrationsFor(dialect);
  const applied = await appliedMigrations(database);
  refuseUnknown(migrations, upTo === undefined ? applied : [upTo]);
  // Kysely would read the description of every table several times to find that out.
  if (upTo === undefined && findMissing(migrations, applied) === undefined) return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error) throw error;
}

/**
 * For everything but a server: a command of a new version must not upgrade the database under a server of the old one,
 * which could then not start again.
 */
export async function requireCurrentSchema(database: Database): Promise<void> {
  const migrations = migrationsFor(database.dialect);
  const applied = await appliedMigrations(database);
  refuseUnknown(migrations, applied);
  const missing = findMissing(migrations, applied);
  if (missing === undefined) return;
  throw new CannotStartError(
    `the database is from an older version (it lacks '${missing}'). Start the server once to upgrade it, or run this command of the older version`,
  );
}

const findMissing = (migrations: Record<string, Migration>, applied: readonly string[]) =>
  Object.keys(migrations).find((name) => !applied.includes(name));

function refuseUnknown(migrations: Record<string, Migration>, names: readonly string[]): void {
  const unknown = names.find((name) => !(name in migrations));
  if (unknown === undefined) return;
  throw new NewerDatabaseError(`the database was written by a newer version (it has '${unknown}'). Update Vitrine`);
}

/** In order of application; empty for an empty database. */
export async function appliedMigrations({ db, dialect }: Pick<Database, "db" | "dialect">): Promise<string[]> {
  const { rows: tables } = await findTable[dialect].execute(db);
  if (tables.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

/** One row if the table of migrations exists. */
const findTable = {
  sqlite: sql`select name from sqlite_master where name = 'kysely_migration'`,
  postgres: sql`select 1 where to_regclass('kysely_migration') is not null`,
};
