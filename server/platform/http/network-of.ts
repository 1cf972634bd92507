import { isIPv6 } from "node:net";

/**
 * Whom a limit counts: an IPv4 address, or the /64 of an IPv6 address. Any home connection has a whole /64, so a limit per
 * IPv6 address would be no limit.
 */
export function networkOf(ip: string): string {
  const [withoutZone = ""] = ip.split("%", 1);
  if (!isIPv6(withoutZone)) return ip;
  // Normalizes every spelling, and an IPv4 tail into hexadecimal groups.
  const text = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  // IPv4 on a socket for both.
  if (text.startsWith("::ffff:")) return text;
  const [start = [], end = []] = text.split("::").map((half) => half.split(":").filter((group) => group !== ""));
  const zeros = Array<string>(Math.max(0, 8 - start.length - end.length)).fill("0");
  return `${[...start, ...zeros, ...end].slice(0, 4).join(":")}::/64`;
}

/** The addresses around it that often belong to the same person or provider: an IPv4 /24, or an IPv6 /48. */
export function neighbourhoodOf(ip: string): string {
  const network = networkOf(ip);
  if (network.endsWith("::/64")) return `${network.split(":").slice(0, 3).join(":")}::/48`;
  const [, high = "", low = ""] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(network) ?? [];
  if (high) return `::ffff:${high}:${(Number.parseInt(low, 16) & 0xff00).toString(16)}/120`;
  return network.replace(/\.\d+$/, ".0/24");
}
