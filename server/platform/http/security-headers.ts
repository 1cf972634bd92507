import type { FastifyInstance } from "fastify";
import type { Config } from "../../config.ts";

/**
 * Strict, and without 'unsafe-inline' anywhere: pages carry their data as JSON and their styles as files.
 * Nothing forces https: the site may be used plainly in a local network, and whoever ends TLS decides on HSTS.
 */
export function pagePolicy({ s3, imageDelivery }: Config): string {
  // Pictures that visitors are sent to the bucket for come from its origin.
  const imageOrigins = s3 && imageDelivery === "redirect" ? [new URL(s3.endpoint).origin] : [];
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // blob: and data: are previews of files about to be uploaded, and the placeholders of pictures.
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

export const SECURITY_HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

export function installSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers = { ...SECURITY_HEADERS, "content-security-policy": pagePolicy(config) };
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
