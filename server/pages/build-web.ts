import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { InlineConfig, Logger, Rolldown } from "vite";
import { typefaces } from "./typefaces.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const DIST = join(ROOT, "web", "dist");
/** Everything that can change the output of the build. */
const SOURCES = ["web", "contract", "server/pages/build-web.ts", "server/pages/typefaces.ts", "package-lock.json"];

/** The files a page loads for one entry, as URLs from the site's root. The entry's own script comes first. */
export type WebEntry = { scripts: string[]; styles: string[]; fonts: string[] };
/** A public page contains `wake`, a script that fetches one of the first three after the first photograph. */
export type WebManifest = { wake: string; gallery: WebEntry; journal: WebEntry; room: WebEntry; admin: WebEntry };

/**
 * Returns the folder with the build of the current sources, and builds it first if it is missing.
 * `client/` is served as is, `server/gallery-server.js` renders pages, `manifest.json` is a WebManifest.
 */
export async function ensureWebBuilt(): Promise<string> {
  // An installed package has the build, and no sources to make another.
  if (!existsSync(join(ROOT, "web", "gallery-client.tsx"))) return onlyBuild();
  const folder = join(DIST, await hashSources());
  if (!existsSync(folder)) await buildInChild();
  return folder;
}

async function onlyBuild(): Promise<string> {
  const [name] = await readdir(DIST);
  if (!name) throw new Error("The package lacks its pages. Install it again");
  return join(DIST, name);
}

/** In a child process: Vite reads NODE_ENV, which is not `production` in a test, and needs a lot of memory. */
async function buildInChild(): Promise<void> {
  const child = spawn(process.execPath, [import.meta.filename], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`The pages could not be built: the build exited with ${code}`);
}

async function hashSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const source of SOURCES) await addToHash(hash, join(ROOT, source));
  return hash.digest("hex").slice(0, 16);
}

async function addToHash(hash: ReturnType<typeof createHash>, path: string): Promise<void> {
  if (path === DIST) return;
  const names = await readdir(path).catch(() => null);
  if (names === null) {
    hash.update(path.slice(ROOT.length)).update(await readFile(path));
    return;
  }
  for (const name of names.sort()) await addToHash(hash, join(path, name));
}

async function buildInto(folder: string): Promise<void> {
  // Renamed when complete: another process that starts during the build sees all of it or nothing.
  const unfinished = `${folder}.${process.pid}.tmp`;
  await mkdir(unfinished, { recursive: true });
  // Each entry has a separate build, so nothing the admin area imports can end up on a public page.
  const manifest: WebManifest = {
    wake: await buildInline("web/gallery-wake.ts"),
    gallery: await buildClient("web/gallery-client.tsx", unfinished),
    journal: await buildClient("web/journal-client.tsx", unfinished),
    room: await buildClient("web/room-client.tsx", unfinished),
    admin: await buildClient("web/admin-client.tsx", unfinished),
  };
  await buildForServer("web/gallery-server.tsx", join(unfinished, "server"));
  await writeFile(join(unfinished, "manifest.json"), JSON.stringify(manifest));
  await compressFiles(join(unfinished, "client"));
  await rename(unfinished, folder).catch((error: NodeJS.ErrnoException) => {
    // Another process finished the same build first.
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
  await removeOtherBuilds(folder);
}

/** One file with React bundled, named after its entry. */
export async function buildForServer(entry: string, outDir: string): Promise<void> {
  await build({
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { checks: { pluginTimings: false } },
    },
    ssr: { noExternal: true },
    // Vite does not set this for server builds. Set, it keeps React's development half out of the file.
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
  });
}

/** Compressed once, at the best quality, so that the server only sends bytes. */
async function compressFiles(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    await writeFile(`${path}.br`, brotliCompressSync(bytes));
    await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

async function buildClient(entry: string, outDir: string): Promise<WebEntry> {
  const output = await build({
    build: {
      outDir: join(outDir, "client"),
      emptyOutDir: false,
      // The CSP allows no data: fonts, and inlined pictures would make the style sheet heavier.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: entry, checks: { pluginTimings: false } },
    },
  });
  return describeEntry(output);
}

/** The code of a script that is written into the page. */
async function buildInline(entry: string): Promise<string> {
  const output = await build({
    build: { write: false, copyPublicDir: false, rolldownOptions: { input: entry, output: { format: "iife" } } },
  });
  const [script] = output.filter((file) => file.type === "chunk");
  if (!script) throw new Error("The build has no script");
  return script.code.trim();
}

function describeEntry(files: Rolldown.OutputBundle[string][]): WebEntry {
  const chunks = files.filter((file) => file.type === "chunk");
  const entry = chunks.find((chunk) => chunk.isEntry);
  if (!entry) throw new Error("The build has no entry");
  const scripts = new Set<string>();
  const visit = (fileName: string) => {
    if (scripts.has(fileName)) return;
    scripts.add(fileName);
    for (const imported of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) visit(imported);
  };
  visit(entry.fileName);
  const styles = new Set<string>();
  for (const chunk of chunks) {
    if (!scripts.has(chunk.fileName)) continue;
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
  }
  const fonts = files.map((file) => file.fileName).filter((name) => name.endsWith(".woff2"));
  const urls = (names: Iterable<string>) => [...names].map((name) => `/${name}`);
  return { scripts: urls(scripts), styles: urls(styles), fonts: urls(fonts) };
}

async function build(config: InlineConfig): Promise<Rolldown.RolldownOutput["output"]> {
  // Imported here so that a server with built pages starts without Vite.
  const vite = await import("vite");
  const { default: react } = await import("@vitejs/plugin-react");
  const result = await vite.build({
    ...config,
    root: ROOT,
    publicDir: "web/public",
    configFile: false,
    logLevel: "warn",
    customLogger: quietLogger(vite.createLogger("warn")),
    plugins: [react(), typefaces],
    css: { modules: { generateScopedName: shortClassName } },
    build: { target: "baseline-widely-available", reportCompressedSize: false, ...config.build },
  });
  if (Array.isArray(result) || !("output" in result)) throw new Error("One build has one output");
  return result.output;
}

/**
 * They are in every script, style sheet and page. Vite's own are twice as long, and compress half as well, as do capitals and
 * digits, which style sheets hardly have. The same in every build, also where a style sheet is imported as text (`?inline`):
 * the editor of a page shows it in the public style.
 */
function shortClassName(name: string, file: string): string {
  const path = relative(ROOT, file).replace(/\?.*/, "");
  const bytes = createHash("sha256").update(path).digest().subarray(0, 3);
  const className = `${name}${String.fromCharCode(...bytes.map((byte) => 97 + (byte % 26)))}`;
  const other = fileOfClass.get(className) ?? path;
  if (other !== path)
    throw new Error(`${other} and ${path} both have the class ${className}: rename it in one of them`);
  fileOfClass.set(className, path);
  return className;
}

const fileOfClass = new Map<string, string>();

/** Hides a warning that Vite's own CSS modules cause. It would only alarm someone starting a server for the first time. */
function quietLogger(logger: Logger): Logger {
  const warnOnce = logger.warnOnce.bind(logger);
  logger.warnOnce = (message, options) => {
    if (!message.includes("did not pass the `from` option to `postcss.parse`")) warnOnce(message, options);
  };
  return logger;
}

/** A server that still runs on an older build has it in memory. */
async function removeOtherBuilds(folder: string): Promise<void> {
  for (const name of await readdir(DIST)) {
    const path = join(DIST, name);
    if (path !== folder && !name.endsWith(".tmp")) await rm(path, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  process.env.NODE_ENV = "production";
  const folder = join(DIST, await hashSources());
  if (!existsSync(folder)) await buildInto(folder);
  process.stdout.write(`The pages are built in ${folder}\n`);
}
