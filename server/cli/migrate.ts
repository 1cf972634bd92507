import { existsSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { type Config, readConfig } from "../config.ts";
import { CannotStartError } from "../errors.ts";
import { SITE_FILES } from "../features/site/site-file.ts";
import { requireOwnStorage } from "../library/files/marker.ts";
import { type CommandIo, optionsCommand, runAsProgram } from "./command/command.ts";
import { countOf } from "./command/count-of.ts";
import { ALLOW_EMPTY, acceptedBy, type Library, withLibrary } from "./command/open-library.ts";
import { moveLibrary } from "./migrate/move-library.ts";

const HELP = `Copies the site to another database and storage, and verifies the copy. The server must be stopped.

  TO_DATABASE_URL=postgres://… npm run migrate -- --to-storage s3://…
  npm run migrate -- --to-database sqlite --to-storage files --to-data DIR

A database with a password is named by TO_DATABASE_URL, because everyone on the machine can see the options of a command.
DATABASE_URL, STORAGE_URL and DATA_DIR name the site to copy; it is not changed. DIR is the DATA_DIR of the new site,
needed for sqlite and files. If interrupted, run the same command again to resume. For S3, both storages use
AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Everyone has to sign in again on the new site. A site without photos and
albums, which is usually the wrong one, is only copied with --allow-empty.

Exit code 0: the copy is complete. 1: complete, but the site itself is missing files (see npm run doctor). 2: incomplete.
`;

const OPTIONS = {
  "to-database": { type: "string" },
  "to-storage": { type: "string" },
  "to-data": { type: "string" },
  ...ALLOW_EMPTY,
} as const;

export const run = optionsCommand({ help: HELP, options: OPTIONS }, async (values, io) => {
  const { "to-storage": toStorage, "to-data": toData } = values;
  if (URL.parse(values["to-database"] ?? "")?.password) {
    throw new CannotStartError(
      "--to-database must not contain a password: others on this machine can see it. Set TO_DATABASE_URL instead",
    );
  }
  const toDatabase = values["to-database"] ?? io.env.TO_DATABASE_URL;
  if (!toDatabase || !/^(sqlite$|postgres(ql)?:)/.test(toDatabase)) {
    throw new CannotStartError("--to-database or TO_DATABASE_URL must be postgres://… or sqlite");
  }
  if (!toStorage || !/^(files$|s3:)/.test(toStorage))
    throw new CannotStartError("--to-storage must be s3://… or files");
  const needsFolder = toDatabase === "sqlite" || toStorage === "files";
  if (needsFolder && !toData) throw new CannotStartError("--to-data must name the folder of the new site");

  const target = {
    ...io.env,
    DATABASE_URL: toDatabase === "sqlite" ? "" : toDatabase,
    STORAGE_URL: toStorage === "files" ? "" : toStorage,
    ...(toData && { DATA_DIR: toData }),
  };
  requireElsewhere(readConfig(io.env), readConfig(target));
  return withLibrary(io, { access: "exclusive", accept: acceptedBy(values) }, async (site) => {
    await requireOwnStorage(site);
    return withLibrary({ ...io, env: target }, { access: "exclusive", accept: "new" }, (copy) => move(site, copy, io));
  });
});

async function move(site: Library, copy: Library, { stdout, stderr }: CommandIo): Promise<number> {
  const { photos, copied, kept, bytes, warnings } = await moveLibrary(site, copy);
  for (const name of SITE_FILES) {
    const [from, to] = [join(site.config.dataDir, name), join(copy.config.dataDir, name)];
    if (existsSync(from) && !existsSync(to)) await copyFile(from, to);
  }
  for (const warning of warnings) stderr.write(`${warning}\n`);
  stdout.write(`${countOf(photos, "photo")} in ${countOf(copied + kept, "file")} and ${bytes} bytes are at the new location; ${kept} of the files were already there.
Every file was read back, and every row compared. The old site is unchanged.
Start the server with the new settings (see docs/operations.md).
`);
  return warnings.length === 0 ? 0 : 1;
}

function requireElsewhere(site: Config, copy: Config): void {
  const isSameFolder = site.dataDir === copy.dataDir;
  if (site.databaseUrl === copy.databaseUrl && (site.databaseUrl || isSameFolder)) {
    throw new CannotStartError("the site is already in that database. Name another one");
  }
  const url = ({ s3 }: Config) => s3 && `${s3.endpoint}/${s3.bucket}`;
  if (url(site) === url(copy) && (site.s3 || isSameFolder)) {
    throw new CannotStartError("the site is already in that storage. Name another one");
  }
}

if (import.meta.main) await runAsProgram(run);
