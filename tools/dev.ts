import { realpath } from "node:fs/promises";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import react from "@vitejs/plugin-react";
import { createServer, type ViteDevServer } from "vite";
import type { GalleryServer } from "../contract/pages.ts";
import { readConfig } from "../server/config.ts";
import { describeStartupError } from "../server/describe-startup-error.ts";
import { setupLink } from "../server/features/auth/setup-link.ts";
import { createLog } from "../server/log.ts";
import type { WebManifest } from "../server/pages/build-web.ts";
import { typefaces } from "../server/pages/typefaces.ts";
import type { WebBuild } from "../server/pages/web-build.ts";
import { startImages } from "../server/platform/images/pool.ts";
import { decodingFolder } from "../server/platform/storage/open-storage.ts";
import { type Site, startSite } from "../server/start.ts";

/**
 * The site with hot reload, for development only. Vite listens where the site would, serves the sources of web/ and
 * pushes changes to open pages; it forwards every other request to the real server behind it. `npm run dev` restarts
 * all of it when the server or the contract changes.
 */
const ROOT = join(import.meta.dirname, "..");
const WEB = join(ROOT, "web");
const STYLES = "/dev-styles.css";
const INTERNAL = { host: "127.0.0.1", port: 0 };

/** Module URLs that only exist here. React's refresh runtime must be installed before any component loads. */
const ENTRIES: Record<string, string> = {
  "/dev-gallery.js": entryOf("/gallery-client.tsx"),
  "/dev-journal.js": entryOf("/journal-client.tsx"),
  "/dev-room.js": entryOf("/room-client.tsx"),
  "/dev-admin.js": entryOf("/admin-client.tsx"),
};

function entryOf(client: string): string {
  return `import "@vitejs/plugin-react/preamble";
await import("${client}");
// From here on Vite keeps the styles up to date in <style> elements; a <link> would keep what was deleted.
for (const link of document.querySelectorAll("link[rel=stylesheet]")) link.remove();`;
}

const MANIFEST: WebManifest = {
  wake: "import(document.currentScript.dataset.program)",
  gallery: { scripts: ["/dev-gallery.js"], styles: [STYLES], fonts: [] },
  journal: { scripts: ["/dev-journal.js"], styles: [STYLES], fonts: [] },
  room: { scripts: ["/dev-room.js"], styles: [STYLES], fonts: [] },
  admin: { scripts: ["/dev-admin.js"], styles: [], fonts: [] },
};

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const started = Promise.withResolvers<Site>();
  const vite = await createServer({
    root: WEB,
    configFile: false,
    appType: "custom",
    logLevel: "warn",
    server: {
      host: config.host,
      port: config.port,
      strictPort: true,
      // Editors empty a file before they write it, and the second event is lost if it follows within milliseconds.
      watch: { awaitWriteFinish: { stabilityThreshold: 50, pollInterval: 10 } },
      // Packages may be linked from elsewhere.
      fs: { allow: [ROOT, dirname(await realpath(join(ROOT, "node_modules/react")))] },
    },
    optimizeDeps: { entries: ["gallery-client.tsx", "journal-client.tsx", "room-client.tsx", "admin-client.tsx"] },
    plugins: [
      react(),
      typefaces,
      {
        name: "dev-entries",
        resolveId: (id) => (id in ENTRIES ? id : null),
        load: (id) => ENTRIES[id] ?? null,
      },
      {
        name: "forward-to-site",
        configureServer(server) {
          server.middlewares.use(STYLES, async (_incoming, outgoing) => {
            outgoing.setHeader("content-type", "text/css").end(await stylesOf(server));
          });
          // Returned, so that it runs after Vite's own middlewares.
          return () => {
            server.middlewares.use(async (incoming, outgoing) => {
              const { url } = await started.promise;
              await refresh();
              forward(incoming, outgoing, url);
            });
          };
        },
      },
    ],
  });

  // Before anything is loaded: Vite's plugins are not ready earlier.
  await vite.listen();
  const renderer = () => vite.ssrLoadModule("/gallery-server.tsx") as Promise<GalleryServer>;
  let gallery = await renderer();
  const web: WebBuild = {
    gallery: {
      renderPage: (data) => gallery.renderPage(data),
      describePage: (site, content) => gallery.describePage(site, content),
    },
    manifest: MANIFEST,
    assets: new Map(),
  };
  const images = startImages({ folder: decodingFolder(config) });
  const site = await startSite({ ...config, ...INTERNAL }, { images, log: createLog(), web });
  started.resolve(site);

  /** Loads what has changed since the last request. If nothing has, Vite returns the same object. */
  async function refresh(): Promise<void> {
    try {
      const latest = await renderer();
      if (latest === gallery) return;
      gallery = latest;
      // Cached pages are stale now.
      site.deps.changes.publish();
    } catch (error) {
      // A typing error, say. The browser shows it too, and the next request tries again.
      process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    }
  }

  const stop = async () => {
    await Promise.all([vite.close(), site.stop()]);
    await images.close();
    process.exit(0);
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);

  const url = (vite.resolvedUrls?.local[0] ?? "").replace(/\/$/, "");
  process.stdout.write(`Vitrine is at ${url}, with hot reload\n`);
  const link = await setupLink(site.deps, url);
  if (link) process.stdout.write(`Set the admin password at ${link}\n`);
}

/**
 * All styles of the public pages, so that a rendered page looks right before its program runs. In one file: Vite reloads
 * the page when a CSS module that has its own <link> changes.
 */
async function stylesOf({ environments, ssrLoadModule }: ViteDevServer): Promise<string> {
  const modules = [...environments.ssr.moduleGraph.urlToModuleMap.keys()].filter((url) => url.endsWith(".css"));
  const styles = ["/gallery/gallery.css", ...modules].map((url) => ssrLoadModule(`${url}?inline`));
  return (await Promise.all(styles)).map((style) => style.default).join("\n");
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, siteUrl: string): void {
  const { method, headers } = incoming;
  const passedOn = request(siteUrl + (incoming.url ?? "/"), { method, headers }, (response) => {
    const policy = response.headers["content-security-policy"];
    // Vite puts styles into <style> elements, which the policy of the real site forbids.
    const relaxed = policy && String(policy).replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");
    outgoing.writeHead(response.statusCode ?? 502, {
      ...response.headers,
      ...(relaxed && { "content-security-policy": relaxed }),
    });
    response.pipe(outgoing);
  });
  passedOn.on("error", () => outgoing.destroy());
  outgoing.on("close", () => passedOn.destroy());
  incoming.pipe(passedOn);
}

main().catch((error: unknown) => {
  process.stderr.write(`Vitrine cannot start: ${describeStartupError(error)}\n`);
  process.exit(1);
});
