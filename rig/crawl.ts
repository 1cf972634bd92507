export type Crawled = {
  /** By path. */
  statuses: Map<string, number>;
  pages: number;
  /** How often any address of the site was named. */
  links: number;
  /** The first place that names each of those that lead nowhere. */
  broken: string[];
  bytes: number;
};

const AT_ONCE = 8;
/**
 * Where an address can be written in any text of ours: in double quotes, in the parentheses of a style sheet, between tags, after
 * `url=`, and among others in a srcset. More than what an export of the site looks for itself.
 */
const BEFORE = String.raw`(?:["(>=]|,\s)`;
const PATH = String.raw`\/(?:[\w%][^"<>\s\\]*)?`;
/** One program loads another by a path beside its own. */
const BESIDE = /["'`]\.\/([\w.-]+\.(?:js|css))["'`]/g;

/** Follows every address of a site, as a file server has it. `origin` is the one that its pages name. */
export async function crawl(url: string, origin: string, from: readonly string[]): Promise<Crawled> {
  const address = new RegExp(`${BEFORE}(?:${origin.replaceAll(".", "\\.")})?(${PATH})`, "g");
  const statuses = new Map<string, number>();
  const crawled: Crawled = { statuses, pages: 0, links: 0, broken: [], bytes: 0 };
  const namedBy = new Map<string, string>(from.map((path) => [path, "the crawler"]));
  const waiting = [...from];

  const visit = async (path: string) => {
    const response = await fetch(url + path);
    statuses.set(path, response.status);
    const type = response.headers.get("content-type") ?? "";
    const bytes = Buffer.from(await response.arrayBuffer());
    crawled.bytes += bytes.length;
    if (!response.ok || bytes.length === 0) {
      crawled.broken.push(`${path}: ${response.status}, ${bytes.length} bytes, named by ${namedBy.get(path)}`);
      return;
    }
    if (type.startsWith("image/jpeg") || type.startsWith("image/avif") || type.startsWith("font/")) return;
    if (type.startsWith("text/html") && !path.startsWith("/_page/")) crawled.pages += 1;
    const text = bytes.toString();
    const isScript = type.startsWith("text/javascript");
    const pattern = isScript ? BESIDE : address;
    for (const [, found = ""] of text.matchAll(pattern)) {
      const named = isScript ? `/assets/${found}` : plain(found);
      crawled.links += 1;
      if (namedBy.has(named)) continue;
      namedBy.set(named, path);
      waiting.push(named);
    }
  };

  let visiting = 0;
  await new Promise<void>((resolve, reject) => {
    const next = () => {
      if (visiting === 0 && waiting.length === 0) resolve();
      while (visiting < AT_ONCE && waiting.length > 0) {
        visiting += 1;
        visit(waiting.pop() ?? "").then(() => {
          visiting -= 1;
          next();
        }, reject);
      }
    };
    next();
  });
  return crawled;
}

const plain = (address: string) =>
  address
    .replaceAll("&#39;", "'")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .replace(/[?#)].*$/, "");
