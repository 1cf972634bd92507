/** A published version and where it is described. */
export type Release = { version: string; url: string };

const MAX_REDIRECTS = 3;
const MAX_BYTES = 1_000_000;
const LIMIT_MS = 10_000;
/** A version of its own, as in "v1.1.0" and "Vitrine 1.1.0", and no preview of one, as in "1.1.0-rc.1". */
const VERSION = /(?<![\w.-])v?(\d+\.\d+\.\d+)(?![\w+-]|\.\d)/;

/** The newest version in an Atom feed of releases, as the hosts of repositories have one. Undefined when it names none. */
export async function readUpdateFeed(feed: string): Promise<Release | undefined> {
  const { text, url } = await download(feed, AbortSignal.timeout(LIMIT_MS));
  const [, ...entries] = text.split(/<entry\b/);
  const releases = entries.flatMap((entry) => readEntry(entry, url) ?? []);
  return releases.sort((a, b) => compareVersions(b.version, a.version))[0];
}

export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split(".").map(Number));
  const differences = left?.map((number, index) => number - (right?.[index] ?? 0));
  return differences?.find((difference) => difference !== 0) ?? 0;
}

async function download(feed: string, signal: AbortSignal): Promise<{ text: string; url: string }> {
  let url = feed;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    // Without our version: which one runs is nobody else's business.
    const response = await fetch(url, { redirect: "manual", signal, headers: { "user-agent": "Vitrine" } });
    const target = response.headers.get("location");
    if (response.status >= 300 && response.status < 400 && target !== null) {
      await response.body?.cancel();
      const next = URL.parse(target, url);
      if (!next || !/^https?:$/.test(next.protocol)) throw new Error("UPDATE_FEED redirects to another protocol");
      url = next.href;
      continue;
    }
    if (!response.ok) throw new Error(`UPDATE_FEED responded with ${response.status}`);
    return { text: await readText(response), url };
  }
  throw new Error(`UPDATE_FEED redirects more than ${MAX_REDIRECTS} redirects`);
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`UPDATE_FEED is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function readEntry(entry: string, feed: string): Release | undefined {
  const [text = ""] = entry.split("</entry>", 1);
  const title = /<title\b[^>]*>([^<]*)</.exec(text)?.[1] ?? "";
  const links = [...text.matchAll(/<link\b([^>]*)>/g)].map(([, attributes = ""]) => attributes);
  const link = links.find((attributes) => /\brel=["']alternate["']/.test(attributes) || !/\brel=/.test(attributes));
  const url = URL.parse((/\bhref=["']([^"']*)["']/.exec(link ?? "")?.[1] ?? "").replaceAll("&amp;", "&"), feed);
  if (!link || !url || !/^https?:$/.test(url.protocol)) return undefined;
  // A release may have a name instead. Its address then ends with the tag.
  const [, version] = VERSION.exec(title) ?? VERSION.exec(url.pathname.split("/").at(-1) ?? "") ?? [];
  return version === undefined ? undefined : { version, url: url.href };
}
