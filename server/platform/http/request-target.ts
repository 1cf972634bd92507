import type { IncomingMessage } from "node:http";

/**
 * Rewrites an absolute target, which servers must accept (RFC 9112, section 3.2.2), to the path that everything else
 * expects; its host replaces the header. Returns false if the target is neither, and for a request that names two hosts: a
 * proxy may have read the other one.
 */
export function readTarget(request: IncomingMessage): boolean {
  if (countHosts(request) > 1) return false;
  const target = request.url ?? "";
  if (target.startsWith("/")) return true;
  const [, host, rest = ""] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(target) ?? [];
  if (host === undefined) return false;
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
  request.headers.host = host;
  return true;
}

/** Node keeps the first and drops the others. Names and values take turns. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === "host") count++;
  }
  return count;
}
