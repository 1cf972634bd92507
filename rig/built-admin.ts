import { DEFAULT_STORED_SITE } from "../server/library/site-settings.ts";
import { adminDocument } from "../server/pages/document.ts";
import { type Asset, loadWebBuild } from "../server/pages/web-build.ts";

export type BuiltAdmin = { html: Buffer; assets: ReadonlyMap<string, Asset> };

/** The page of the admin area and its files, as the server sends them. */
export async function loadBuiltAdmin(): Promise<BuiltAdmin> {
  const web = await loadWebBuild();
  return { html: adminDocument(web, DEFAULT_STORED_SITE, false), assets: web.assets };
}
