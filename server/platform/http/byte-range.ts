import type { IncomingMessage } from "node:http";
import type { ByteRange } from "../storage/storage.ts";

/** One range of bytes. Several ranges, or an invalid one, get the whole file, as the standard allows. */
export function wantedRange(
  { headers }: IncomingMessage,
  etag: string,
  sizeBytes: number,
): ByteRange | "unsatisfiable" | undefined {
  const { range, "if-range": ifRange } = headers;
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first !== "" && last !== "" && Number(first) > Number(last)) return undefined;
  const start = first === "" ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return start > end ? "unsatisfiable" : { start, end };
}
