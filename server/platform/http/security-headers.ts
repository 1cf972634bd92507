import type { FastifyInstance } from "fastify";
import type { Config } from "../../config.ts";

/**
 * Strict, and without 'unsafe-inline' anywhere: pages carry their data as JSON and their styles as files.
 * Nothing forces https: the site may run on a local network, and HSTS is up to whatever terminates TLS.
 */
export function pagePolicy({ s3, imageDelivery }: Config): string {
  // Visitors who are redirected to the bucket load pictures from its origin.
  const imageOrigins = s3 && imageDelivery === "redirect" ? [new URL(s3.endpoint).origin] : [];
  return [
    "default-src 'none'",
    "script-src 'self'",
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
