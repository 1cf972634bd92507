import { join, resolve, sep } from "node:path";
import { PASSWORD_MIN_CHARS } from "../contract/limits.ts";
import { LOG_LEVELS, type LogLevel } from "./log.ts";
import { type Env, readText, type Variable } from "./variables.ts";

export type Config = Readonly<{
  port: number;
  host: string;
  dataDir: string;
  /** The URL that visitors use, without a trailing slash; undefined: the URL of the request. */
  publicUrl: string | undefined;
  /** Undefined: as it was, or admin@example.com on a new site. */
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  databaseUrl: string | undefined;
  /** Undefined: files in dataDir. */
  s3: S3Settings | undefined;
  /** Undefined: the container's or the machine's. */
  memoryBytes: number | undefined;
  /** Most disk space for pictures that only exist because a visitor requested them. */
  onDemandMaxBytes: number;
  /** Whether pictures in S3 are streamed through this server or visitors are redirected to the bucket. */
  imageDelivery: "stream" | "redirect";
  /** How many proxies in front are trusted to name the visitor; 0: forwarding headers are ignored. */
  trustProxy: number;
  metricsToken: string | undefined;
  /** Undefined: warnings on a terminal, otherwise also one line per request. */
  logLevel: LogLevel | undefined;
  /** Where messages of visitors and clients' selections are mailed through; undefined: they are only stored. */
  smtpUrl: string | undefined;
  /** The sender of these emails; undefined: the email address they go to. */
  mailFrom: string | undefined;
  /** Holds the secret that signs URLs. Servers that share a library need the same one. */
  signingKeyFile: string;
  /** Files in its folders are taken into albums; undefined: there is no inbox. */
  inboxDir: string | undefined;
  /** Names newer versions; undefined: nobody is asked. */
  updateFeed: string | undefined;
}>;

export type S3Settings = {
  /** Without a trailing slash. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** A wrong value: the start stops with one line that says which and why. */
export class ConfigError extends Error {}

export function readConfig(env: Env): Config {
  const dataDir = resolve(readText(env, "DATA_DIR") ?? "data");
  return Object.freeze({
    port: integer(env, "PORT", 3000, 0, 65_535),
    host: readText(env, "HOST") ?? "127.0.0.1",
    dataDir,
    publicUrl: origin(env, "PUBLIC_URL"),
    adminEmail: email(env, "ADMIN_EMAIL"),
    adminPassword: password(env, "ADMIN_PASSWORD"),
    databaseUrl: url(env, "DATABASE_URL", ["postgres:", "postgresql:"]),
    s3: s3(env, "STORAGE_URL"),
    memoryBytes: readText(env, "MEMORY_MB") ? integer(env, "MEMORY_MB", 0, 768, 10_000_000) * 1024 * 1024 : undefined,
    onDemandMaxBytes: integer(env, "ON_DEMAND_MB", 2_000, 1, 10_000_000) * 1_000_000,
    imageDelivery: choice(env, "IMAGE_DELIVERY", ["stream", "redirect"]),
    trustProxy: integer(env, "TRUST_PROXY", 0, 0, 10),
    metricsToken: readText(env, "METRICS_TOKEN"),
    logLevel: readText(env, "LOG_LEVEL") === undefined ? undefined : choice(env, "LOG_LEVEL", LOG_LEVELS),
    smtpUrl: url(env, "SMTP_URL", ["smtp:", "smtps:"]),
    mailFrom: email(env, "MAIL_FROM"),
    signingKeyFile: resolve(readText(env, "SIGNING_KEY_FILE") ?? join(dataDir, "signing.key")),
    inboxDir: inboxDir(env, dataDir),
    updateFeed: url(env, "UPDATE_FEED", ["http:", "https:"]),
  });
}

/** Files leave it, so it must not be where the server keeps its own, nor around them. */
function inboxDir(env: Env, dataDir: string): string | undefined {
  const value = readText(env, "INBOX_DIR");
  if (value === undefined) return undefined;
  const folder = resolve(value);
  const isWithin = (inner: string, outer: string) =>
    `${inner}${sep}`.startsWith(outer === sep ? sep : `${outer}${sep}`);
  if (!isWithin(folder, dataDir) && !isWithin(dataDir, folder)) return folder;
  throw new ConfigError(`INBOX_DIR must be a folder apart from DATA_DIR, not ${folder}`);
}

function integer(env: Env, name: Variable, fallback: number, min: number, max: number): number {
  const value = readText(env, name);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!Number.isInteger(number) || number < min || number > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not '${value}'`);
  }
  return number;
}

function url(env: Env, name: Variable, protocols: string[]): string | undefined {
  const value = readText(env, name);
  if (value === undefined) return undefined;
  const protocol = URL.parse(value)?.protocol;
  if (protocol === undefined || !protocols.includes(protocol)) {
    // Do not print the value: it may contain a password.
    throw new ConfigError(`${name} must be a URL that begins with ${protocols.map((p) => `${p}//`).join(" or ")}`);
  }
  return value;
}

/** Every URL of the site begins at the root of its host. */
function origin(env: Env, name: Variable): string | undefined {
  const value = url(env, name, ["http:", "https:"]);
  if (value === undefined) return undefined;
  const { origin, pathname, search, hash } = new URL(value);
  if (/^\/+$/.test(pathname) && !search && !hash) return origin;
  throw new ConfigError(`${name} must be a URL without a path, such as ${origin}. Give the site a host of its own`);
}

function choice<Choice extends string>(env: Env, name: Variable, choices: readonly [Choice, ...Choice[]]): Choice {
  const value = readText(env, name) ?? choices[0];
  const chosen = choices.find((one) => one === value);
  if (!chosen) throw new ConfigError(`${name} must be ${choices.join(" or ")}, not '${value}'`);
  return chosen;
}

/** s3://bucket?endpoint=https://…&region=…; the default endpoint is Amazon's. */
function s3(env: Env, name: Variable): S3Settings | undefined {
  const value = url(env, name, ["s3:"]);
  if (value === undefined) return undefined;
  const { hostname: bucket, searchParams } = new URL(value);
  const region = searchParams.get("region") ?? "us-east-1";
  const endpoint = searchParams.get("endpoint") ?? `https://s3.${region}.amazonaws.com`;
  if (bucket === "") throw new ConfigError(`${name} must name a bucket, as in s3://bucket`);
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? "")) {
    throw new ConfigError(`${name}: the endpoint must be a URL that begins with http:// or https://`);
  }
  const accessKeyId = readText(env, "AWS_ACCESS_KEY_ID");
  const secretAccessKey = readText(env, "AWS_SECRET_ACCESS_KEY");
  if (!accessKeyId || !secretAccessKey) {
    throw new ConfigError(`${name} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`);
  }
  return { endpoint: endpoint.replace(/\/+$/, ""), bucket, region, accessKeyId, secretAccessKey };
}

function email(env: Env, name: Variable): string | undefined {
  const value = readText(env, name);
  if (value === undefined) return undefined;
  if (!/^[^\s@]+@[^\s@]+$/.test(value)) throw new ConfigError(`${name} must be an email address, not '${value}'`);
  return value.toLowerCase();
}

function password(env: Env, name: Variable): string | undefined {
  const value = env[name];
  if (value === undefined || value === "") return undefined;
  if (value.length < PASSWORD_MIN_CHARS) {
    throw new ConfigError(`${name} must have at least ${PASSWORD_MIN_CHARS} characters`);
  }
  return value;
}
