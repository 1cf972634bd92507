import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../config.ts";

/**
 * Strict, and without 'unsafe-inline' anywhere: pages carry their data as JSON and their styles as files. The one script
 * that is part of a page is allowed by its hash.
 * Nothing forces https: the site may run on a local network, and HSTS is up to whatever terminates TLS.
 */
export function pagePolicy({ s3, imageDelivery }: Config, inlineScript: string): string {
  // Visitors who are redirected to the bucket load pictures from its origin.
  const imageOrigins = s3 && imageDelivery === "redirect" ? [new URL(s3.endpoint).origin] : [];
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${createHash("sha256").update(inlineScript).digest("base64")}'`,
    "style-src 'self'",
    // blob: is for previews of files to upload, data: for placeholders.
    ["img-src 'self' data: blob:", ...imageOrigins].join(" "),
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** For data, which loads nothing. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Text and data mining is reserved (W3C TDMRep). */
export const TDM_RESERVATION = { "tdm-reservation": "1" };

export const SECURITY_HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

/** Nothing may keep, index or pass on what is in a viewing room, nor the URL that opens it. */
export const ROOM_HEADERS = {
  "cache-control": "no-store",
  "x-robots-tag": "noindex, nofollow",
  "referrer-policy": "no-referrer",
};

/** The part behind it in these URLs is a secret: viewing rooms, and links to drafts. */
const ROOM_PATH = /^\/+(s|(?:_page\/+)?_draft)\/+[^/?#]*/i;

/** In any spelling that a router or a proxy could take for a room's. */
export const isRoomPath = (url: string) => ROOM_PATH.test(decodeLetters(url));

/** The path of a request, for logs. */
export const loggedPath = (url: string) => {
  const path = url.split("?", 1)[0] ?? "";
  return isRoomPath(path) ? decodeLetters(path).replace(ROOM_PATH, "/$1/[secret]") : path;
};

const decodeLetters = (url: string) =>
  url.includes("%")
    ? url.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : url;

/** `more` are those that depend on the site's settings. */
export type MoreHeaders = () => Record<string, string>;

export function installSecurityHeaders(
  app: FastifyInstance,
  config: Config,
  inlineScript: string,
  more: MoreHeaders,
): void {
  const headers = { ...SECURITY_HEADERS, "content-security-policy": pagePolicy(config, inlineScript) };
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers).headers(more());
    done();
  });
  // At the end, so that no handler can loosen them.
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (isRoomPath(request.url)) reply.headers(ROOM_HEADERS);
    done();
  });
}
