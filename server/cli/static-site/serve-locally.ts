import { buildApp } from "../../app.ts";
import type { Deps } from "../../deps.ts";
import { startBackground } from "../../features/pictures/making/background.ts";
import { loadWebBuild } from "../../pages/web-build.ts";

/**
 * The site as visitors see it, on a port of this machine, while a copy of it is made. Without the contact form, which
 * plain files could not receive.
 */
export async function serveLocally(deps: Deps): Promise<{ url: string; close(): Promise<void> }> {
  const site = { ...deps.site, current: () => ({ ...deps.site.current(), contact_form: false }) };
  await using opened = new AsyncDisposableStack();
  const background = opened.adopt(startBackground(deps), (making) => making.stop());
  const { server } = await buildApp({ ...deps, site }, await loadWebBuild(), background);
  opened.defer(() => server.close());
  const url = await server.listen({ port: 0, host: "127.0.0.1" });
  const running = opened.move();
  return { url, close: () => running.disposeAsync() };
}
