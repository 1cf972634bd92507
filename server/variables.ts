/** Every setting of the site, with its default. `--help` prints this list; docs/operations.md says more about each. */
const VARIABLES = [
  ["PORT", "3000", "port to listen on"],
  ["HOST", "127.0.0.1", "0.0.0.0 to accept connections from other machines"],
  ["DATA_DIR", "./data", "folder for the database, the photographs and site.json"],
  ["PUBLIC_URL", "", "the URL visitors use, such as https://example.com"],
  ["ADMIN_EMAIL", "admin@example.com", "email to sign in with; a new one ends every session and keeps the password"],
  ["ADMIN_PASSWORD", "", "a new one sets the password and ends every session"],
  ["SMTP_URL", "", "mail server for messages of visitors: smtp://… or smtps://…"],
  ["MAIL_FROM", "", "sender of these emails; by default the email address they go to"],
  ["DATABASE_URL", "", "postgres://…, instead of SQLite in DATA_DIR"],
  ["STORAGE_URL", "", "s3://bucket?endpoint=…&region=…, instead of files in DATA_DIR"],
  ["AWS_ACCESS_KEY_ID", "", "key for the S3 storage"],
  ["AWS_SECRET_ACCESS_KEY", "", "its secret"],
  ["IMAGE_DELIVERY", "stream", "redirect sends visitors to the bucket for pictures"],
  ["MEMORY_MB", "", "memory that making pictures may count on, at least 768; by default the machine's"],
  ["ON_DEMAND_MB", "2000", "disk space for full-size pictures made for visitors"],
  ["TRUST_PROXY", "0", "number of reverse proxies in front, usually 1"],
  ["SIGNING_KEY_FILE", "", "by default signing.key in DATA_DIR; several servers need the same one"],
  ["BACKUP_PASSPHRASE_FILE", "", "file with the passphrase that encrypts backups; without it they are not encrypted"],
  ["INBOX_DIR", "", "folder whose folders are albums: photos put there are taken into the library"],
  [
    "UPDATE_FEED",
    "",
    "Atom feed of releases, read once a day: Settings names a newer version; without it nobody is asked",
  ],
  ["METRICS_TOKEN", "", "token that lets other machines read /metrics"],
  ["LOG_LEVEL", "info", "debug, info, warn or error; on a terminal warn by default"],
] as const;

export type Variable = (typeof VARIABLES)[number][0];
export type Env = { readonly [name: string]: string | undefined };

/** The value without spaces around it; undefined if there is none. */
export function readText(env: Env, name: Variable): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}

export function describeVariables(): string {
  return VARIABLES.map(([name, fallback, meaning]) => `  ${name.padEnd(23)} ${fallback.padEnd(17)}  ${meaning}\n`).join(
    "",
  );
}
