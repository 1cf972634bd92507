import { existsSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { type Config, readConfig } from "../config.ts";
import { CannotStartError } from "../errors.ts";
import { requireOwnStorage } from "../library/marker.ts";
import { JOBS_CONNECTION } from "../platform/jobs/pg-boss-jobs.ts";
import { countOf } from "./count-of.ts";
import { moveLibrary } from "./move-library.ts";
import { type Library, withLibrary } from "./open-library.ts";
import { runWithOptions } from "./run-command.ts";

const HELP = `Copies the site to another database and storage, and compares the copy with it. The server must be stopped.

  npm run migrate -- --to-database postgres://… --to-storage s3://…
  npm run migrate -- --to-database sqlite --to-storage files --to-data DIR

The site is the one that DATABASE_URL, STORAGE_URL and DATA_DIR name; nothing of it is changed. DIR is the DATA_DIR of the
new one, needed where something of it is kept there. Broken off, the same command goes on. Both storages, where they are
S3, are reached with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Everyone has to sign in again on the new site.

Ends with 0 when the copy is whole, 1 when it is but the site itself lacks files (run npm run doctor), 2 when it is not.
`;

const OPTIONS = {
  "to-database": { type: "string" },
  "to-storage": { type: "string" },
  "to-data": { type: "string" },
} as const;

await runWithOptions({ help: HELP, options: OPTIONS }, async (values) => {
  const { "to-database": toDatabase, "to-storage": toStorage, "to-data": toData } = values;
  if (!toDatabase || !/^(sqlite$|postgres(ql)?:)/.test(toDatabase)) {
    throw new CannotStartError("--to-database must be postgres://… or sqlite");
  }
  if (!toStorage || !/^(files$|s3:)/.test(toStorage))
    throw new CannotStartError("--to-storage must be s3://… or files");
  const isKeptThere = toDatabase === "sqlite" || toStorage === "files";
  if (isKeptThere && !toData) throw new CannotStartError("--to-data must name the folder of the new site");

  const target = {
    ...process.env,
    DATABASE_URL: toDatabase === "sqlite" ? "" : toDatabase,
    STORAGE_URL: toStorage === "files" ? "" : toStorage,
    ...(toData && { DATA_DIR: toData }),
  };
  requireElsewhere(readConfig(process.env), readConfig(target));
  return withLibrary({ access: "alone" }, async (site) => {
    await requireOwnStorage(site);
    await requireNoServer(site);
    return withLibrary({ access: "alone", mayCreate: true, env: target }, async (copy) => {
      await requireNoServer(copy);
      return move(site, copy);
    });
  });
});

async function move(site: Library, copy: Library): Promise<number> {
  const { photos, copied, kept, bytes, warnings } = await moveLibrary(site, copy);
  const siteFile = (library: Library) => join(library.config.dataDir, "site.json");
  if (existsSync(siteFile(site)) && !existsSync(siteFile(copy))) await copyFile(siteFile(site), siteFile(copy));
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  process.stdout.write(`${countOf(photos, "photo")} in ${countOf(copied + kept, "file")} and ${bytes} bytes are in the new place, ${kept} of the files were there already.
Every file was read back, and every row compared. The old site is as it was.
Start the server with the new settings (see docs/operations.md).
`);
  return warnings.length === 0 ? 0 : 1;
}

function requireElsewhere(site: Config, copy: Config): void {
  const isSameFolder = site.dataDir === copy.dataDir;
  if (site.databaseUrl === copy.databaseUrl && (site.databaseUrl || isSameFolder)) {
    throw new CannotStartError("the site is in that database already. Name another one");
  }
  const place = ({ s3 }: Config) => s3 && `${s3.endpoint}/${s3.bucket}`;
  if (place(site) === place(copy) && (site.s3 || isSameFolder)) {
    throw new CannotStartError("the site is in that storage already. Name another one");
  }
}

/** On SQLite the folder's lock says so; on PostgreSQL each server shows by its connection for jobs. */
async function requireNoServer({ db, database }: Library): Promise<void> {
  if (database.dialect === "sqlite") return;
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and application_name = ${JOBS_CONNECTION} limit 1
  `.execute(db);
  if (rows.length > 0) throw new CannotStartError("a server is running on the database. Stop all of them first");
}
