import { Readable } from "node:stream";
import type { Deps } from "../../deps.ts";
import { notAllowed } from "../../errors.ts";
import { type ZipFile, zip } from "../../platform/zip.ts";
import type { SignedQuery } from "./signing.ts";

/** A ZIP that needs no token: its signed URL is the permission, also for what is still to be sent when the URL ends. */
export async function openSignedZip(
  { signing, now }: Pick<Deps, "signing" | "now">,
  { path, query }: { path: string; query: SignedQuery },
  files: AsyncIterable<ZipFile>,
): Promise<Readable> {
  const began = now();
  const isSigned = () => signing.isSigned(path, query, began);
  if (!(await isSigned())) throw notAllowed("This link is no longer valid. Start the download again.");
  async function* whileSigned() {
    for await (const file of files) {
      yield file;
      if (!(await isSigned())) throw new Error("the session that began this download has ended");
    }
  }
  return Readable.from(zip(whileSigned()), { objectMode: false });
}
