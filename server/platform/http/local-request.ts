import type { FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";

/** What proxies, tunnels and content networks add. Any one of them means that somebody else may be asking. */
const FORWARDING = /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|x-original-.*|true-client-ip|cf-.*|fly-.*)$/;

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
    !Object.keys(headers).some((name) => FORWARDING.test(name))
  );
}

const isLoopbackIp = (address: string) => /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/.test(address);

const isLocalHost = (host: string | undefined) =>
  /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d+)?$/i.test(host ?? "");
