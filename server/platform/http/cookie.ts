import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";

type Cookie = {
  name: string;
  value: string;
  path: string;
  maxAgeSeconds: number;
  sameSite: "Strict" | "Lax";
};

/** On a local network the site may have no TLS. */
export const isEncrypted = ({ publicUrl }: Config, { protocol }: FastifyRequest): boolean =>
  protocol === "https" || publicUrl?.startsWith("https:") === true;

/**
 * Where the site has TLS, the name has a prefix, by which browsers know that no other site and no unencrypted response may
 * have set it: `__Host-` for all paths of this host, `__Secure-` for one path.
 */
export function setCookie(config: Config, request: FastifyRequest, reply: FastifyReply, cookie: Cookie): void {
  const { name, value, path, maxAgeSeconds, sameSite } = cookie;
  const secure = isEncrypted(config, request);
  const prefix = secure ? (path === "/" ? "__Host-" : "__Secure-") : "";
  const attributes = [
    `${prefix}${name}=${value}`,
    `Path=${path}`,
    `Max-Age=${maxAgeSeconds}`,
    "HttpOnly",
    `SameSite=${sameSite}`,
    ...(secure ? ["Secure"] : []),
  ];
  reply.header("set-cookie", attributes.join("; "));
}

/** Without a prefix where the site has no TLS, and from before there was one. */
export function readCookie({ headers }: FastifyRequest, name: string): string | undefined {
  const cookies = new Map(
    headers.cookie?.split(/;\s*/).map((cookie) => {
      const at = cookie.indexOf("=");
      return [cookie.slice(0, at), cookie.slice(at + 1)];
    }),
  );
  return cookies.get(`__Host-${name}`) ?? cookies.get(`__Secure-${name}`) ?? cookies.get(name);
}
