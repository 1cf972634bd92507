import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Config } from "../../config.ts";
import { AppError } from "../../errors.ts";

/**
 * A placeholder for the origin in responses that are cached for every host. It is random, so that nothing the owner writes
 * can contain it, and uses only letters that no markup escapes.
 */
export const ANY_ORIGIN = `http://${randomBytes(16).toString("hex")}.invalid`;

const HOST = /^([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i;

/**
 * The start of absolute URLs: as configured, else as the visitor spelled it. Empty for a `Host` that is no host, which
 * leaves URLs relative. X-Forwarded-Host is ignored: most proxies pass on what the visitor sent.
 */
export function originOf({ publicUrl, trustProxy }: Config, headers: IncomingHttpHeaders): string {
  if (publicUrl !== undefined) return publicUrl;
  if (!HOST.test(headers.host ?? "")) return "";
  const forwarded = trustProxy > 0 ? String(headers["x-forwarded-proto"] ?? "") : "";
  // The last one is from the nearest proxy.
  const isEncrypted = forwarded.split(",").at(-1)?.trim() === "https";
  return `${isEncrypted ? "https" : "http"}://${headers.host}`;
}

/** For what is no use without one: a passkey, a program that is given the site's address. */
export function requireOrigin(config: Config, headers: IncomingHttpHeaders): string {
  const origin = originOf(config, headers);
  if (!URL.canParse(origin)) throw new AppError(400, "BAD_REQUEST", "The request names no host");
  return origin;
}
