import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { stoppable } from "./stoppable.ts";

const TYPES: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css",
  ".html": "text/html",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};

/** A folder as every web server sends it: another folder in it by its index, with a slash at the end of its path. */
export async function serveFiles(folder: string): Promise<AsyncDisposable & { url: string }> {
  // Kept connections stay open: a crawler would meet one that is just being closed.
  const server = createServer({ keepAliveTimeout: 0 }, async ({ url = "/" }, response) => {
    const path = decodeURIComponent(url.replace(/\?.*$/, ""));
    const wanted = join(folder, path);
    const isFolder = (await kindOf(wanted)) === "folder";
    if (isFolder && !path.endsWith("/")) return response.writeHead(301, { location: `${url}/` }).end();
    const file = isFolder ? join(wanted, "index.html") : wanted;
    if ((await kindOf(file)) !== "file") return response.writeHead(404).end();
    return createReadStream(file).pipe(response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("Not listening");
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return stoppable({ url: `http://127.0.0.1:${address.port}`, stop });
}

async function kindOf(path: string): Promise<"file" | "folder" | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && (found.isDirectory() ? "folder" : "file");
}
