import type { FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";

/**
 * What browsers, curl and Prometheus send of their own accord. Proxies, tunnels and content networks add headers under too many
 * names to list, so any other header means that somebody else may be asking.
 */
const SENT_BY_CLIENTS =
  /^(host|connection|keep-alive|user-agent|accept|accept-encoding|accept-language|content-type|content-length|transfer-encoding|expect|origin|referer|cookie|authorization|cache-control|pragma|priority|te|range|if-.*|sec-.*|dnt|save-data|upgrade-insecure-requests|x-requested-with|x-prometheus-.*)$/;

/**
 * Whether the request comes from this machine itself, by every sign there is. A proxy on the same machine also connects
 * from loopback, so the peer's address alone proves nothing. Old proxies that hide everything else speak HTTP/1.0.
 */
export function isLocalRequest({ publicUrl, trustProxy }: Config, request: FastifyRequest): boolean {
  const { headers, raw, socket } = request;
  return (
    publicUrl === undefined &&
    trustProxy === 0 &&
    raw.httpVersion !== "1.0" &&
    isLoopbackIp(socket.remoteAddress ?? "") &&
    isLocalHost(headers.host) &&
    [headers.origin, headers.referer].every((address) => !address || isLocalHost(URL.parse(address)?.host)) &&
    headers["sec-fetch-site"] !== "cross-site" &&
    Object.keys(headers).every((name) => SENT_BY_CLIENTS.test(name))
  );
}

const isLoopbackIp = (address: string) => /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/.test(address);

const isLocalHost = (host: string | undefined) =>
  /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d+)?$/i.test(host ?? "");
