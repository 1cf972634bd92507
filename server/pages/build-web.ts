import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { InlineConfig, Logger, Plugin, Rolldown } from "vite";

const ROOT = join(import.meta.dirname, "..", "..");
const DIST = join(ROOT, "web", "dist");
/** Whatever can change a byte of the build. */
const SOURCES = ["web", "contract", "server/pages/build-web.ts", "package-lock.json"];

/** What a page must load for one entry: addresses from the site's root, the entry's own script first. */
export type WebEntry = { scripts: string[]; styles: string[]; fonts: string[] };
/** `wake` is what a public page starts with; it fetches `gallery` when the time has come. */
export type WebManifest = { wake: WebEntry; gallery: WebEntry; admin: WebEntry };

/**
 * The folder that holds the build of exactly these sources, made now if it is not there:
 * `client/` is served as it is, `server/gallery-server.js` renders pages, `manifest.json` is a WebManifest.
 */
export async function ensureWebBuilt(): Promise<string> {
  const folder = join(DIST, await hashSources());
  if (!existsSync(folder)) await buildApart();
  return folder;
}

/** In a process of its own: Vite looks at NODE_ENV, which is not `production` in a test, and needs much memory. */
async function buildApart(): Promise<void> {
  const child = spawn(process.execPath, [import.meta.filename], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`The pages could not be built: the build ended with ${code}`);
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
  // Built aside and moved in place whole: another process that starts meanwhile sees all of it or nothing.
  const aside = `${folder}.${process.pid}.tmp`;
  await mkdir(aside, { recursive: true });
  // Each entry is built by itself, so that nothing the admin area imports can end up on a public page.
  const manifest: WebManifest = {
    wake: await buildClient("web/gallery-wake.ts", aside),
    gallery: await buildClient("web/gallery-client.tsx", aside),
    admin: await buildClient("web/admin-client.tsx", aside),
  };
  await buildForServer("web/gallery-server.tsx", join(aside, "server"));
  await writeFile(join(aside, "manifest.json"), JSON.stringify(manifest));
  await compressFiles(join(aside, "client"));
  await rename(aside, folder).catch((error: NodeJS.ErrnoException) => {
    // Another process was faster with the same build.
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
  await removeOtherBuilds(folder);
}

/** One file that renders with React by itself, named as its entry. */
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
    // Vite leaves this open for servers; settled here, React's development half is not even in the file.
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
  });
}

/** Once, here, at the best quality: the server only hands the bytes out. */
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
      // The CSP allows no data: fonts, and inlined pictures would weigh on the style sheet.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: entry, checks: { pluginTimings: false } },
    },
  });
  return describeEntry(output);
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
  const addresses = (names: Iterable<string>) => [...names].map((name) => `/${name}`);
  return { scripts: addresses(scripts), styles: addresses(styles), fonts: addresses(fonts) };
}

async function build(config: InlineConfig): Promise<Rolldown.RolldownOutput["output"]> {
  // Only loaded to build: a server whose pages are built starts without Vite.
  const vite = await import("vite");
  const { default: react } = await import("@vitejs/plugin-react");
  const result = await vite.build({
    ...config,
    root: ROOT,
    publicDir: "web/public",
    configFile: false,
    logLevel: "warn",
    customLogger: quietLogger(vite.createLogger("warn")),
    plugins: [react(), dropUnusedRouterParts],
    build: { target: "baseline-widely-available", reportCompressedSize: false, ...config.build },
  });
  if (Array.isArray(result) || !("output" in result)) throw new Error("One build has one output");
  return result.output;
}

/** Vite's own CSS modules set off this warning of Vite's; whoever starts a server for the first time need not read it. */
function quietLogger(logger: Logger): Logger {
  const warnOnce = logger.warnOnce.bind(logger);
  logger.warnOnce = (message, options) => {
    if (!message.includes("did not pass the `from` option to `postcss.parse`")) warnOnce(message, options);
  };
  return logger;
}

/**
 * React Router names its components in statements of their own, which keeps all of them in the bundle, used or not.
 * Without the names the unused ones fall away, and with an option that is never set what serves it: 5 kB gzipped of every
 * public page.
 */
const dropUnusedRouterParts: Plugin = {
  name: "drop-unused-router-parts",
  transform(code, id) {
    if (!id.includes("/react-router/dist/")) return null;
    return code
      .replace(/^[\w$]+\.displayName = .*;$/gm, "")
      .replaceAll("init.instrumentations", "undefined")
      .replace(/ = React\$1\.(forwardRef|createContext|memo)\(/g, " = /* @__PURE__ */ React$$1.$1(");
  },
};

/** Only the current build is of use; a server that runs on an older one holds it in memory. */
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
