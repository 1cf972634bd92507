import { resolve } from "node:path";
import { PASSWORD_MIN_CHARS } from "../contract/limits.ts";

export type Config = Readonly<{
  port: number;
  host: string;
  dataDir: string;
  /** The address visitors use, without a slash at the end; undefined: the address the request came to. */
  publicUrl: string | undefined;
  adminEmail: string;
  adminPassword: string | undefined;
  databaseUrl: string | undefined;
  storageUrl: string | undefined;
  /** How many proxies in front may say whom they ask for; 0: none, and what such headers say is ignored. */
  trustProxy: number;
  metricsToken: string | undefined;
}>;

/** A wrong value stops the start with one line that says which and why. */
export class ConfigError extends Error {}

export function readConfig(env: Record<string, string | undefined>): Config {
  return Object.freeze({
    port: integer(env, "PORT", 3000, 0, 65_535),
    host: text(env, "HOST") ?? "127.0.0.1",
    dataDir: resolve(text(env, "DATA_DIR") ?? "data"),
    publicUrl: url(env, "PUBLIC_URL", ["http:", "https:"])?.replace(/\/+$/, ""),
    adminEmail: email(env, "ADMIN_EMAIL", "admin@example.com"),
    adminPassword: password(env, "ADMIN_PASSWORD"),
    databaseUrl: url(env, "DATABASE_URL", ["postgres:", "postgresql:"]),
    storageUrl: url(env, "STORAGE_URL", ["s3:"]),
    trustProxy: integer(env, "TRUST_PROXY", 0, 0, 10),
    metricsToken: text(env, "METRICS_TOKEN"),
  });
}

type Env = Record<string, string | undefined>;

function text(env: Env, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}

function integer(env: Env, name: string, fallback: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!Number.isInteger(number) || number < min || number > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not '${value}'`);
  }
  return number;
}

function url(env: Env, name: string, protocols: string[]): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  const protocol = URL.parse(value)?.protocol;
  if (protocol === undefined || !protocols.includes(protocol)) {
    // The value itself is not shown: it may hold a password.
    throw new ConfigError(`${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(" or ")}`);
  }
  return value;
}

function email(env: Env, name: string, fallback: string): string {
  const value = text(env, name) ?? fallback;
  if (!/^[^\s@]+@[^\s@]+$/.test(value)) throw new ConfigError(`${name} must be an email address, not '${value}'`);
  return value.toLowerCase();
}

function password(env: Env, name: string): string | undefined {
  const value = env[name];
  if (value === undefined || value === "") return undefined;
  if (value.length < PASSWORD_MIN_CHARS) {
    throw new ConfigError(`${name} must have at least ${PASSWORD_MIN_CHARS} characters`);
  }
  return value;
}
