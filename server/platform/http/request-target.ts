import type { IncomingMessage } from "node:http";

/**
 * Rewrites an absolute target, which servers must accept (RFC 9112, section 3.2.2), to the path that everything else
 * expects; its host replaces the header. Returns false if the target is neither.
 */
export function readTarget(request: IncomingMessage): boolean {
  const target = request.url ?? "";
  if (target.startsWith("/")) return true;
  const [, host, rest = ""] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(target) ?? [];
  if (host === undefined) return false;
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
  request.headers.host = host;
  return true;
}
