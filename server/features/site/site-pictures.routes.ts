import type { FastifyInstance } from "fastify";
import { API_PREFIX } from "../../../contract/endpoint.ts";
import { SITE_PICTURE_KINDS } from "../../../contract/limits.ts";
import { paths } from "../../../contract/paths.ts";
import * as contract from "../../../contract/site-pictures.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../errors.ts";
import { cacheUntilChange } from "../../library/cache-until-change.ts";
import { allowLongBody } from "../../platform/http/bound-body.ts";
import { handle, readCall, scopeOf } from "../../platform/http/handle.ts";
import { actorOf } from "../auth/require-admin.ts";
import { acceptForms, readImageForm } from "../uploads/uploads.form.ts";
import * as pictures from "./site-pictures.service.ts";

const ONE_YEAR = "public, max-age=31536000, immutable";
const ONE_HOUR = "public, max-age=3600";
const TYPES: Record<string, string> = { png: "image/png", jpg: "image/jpeg", avif: "image/avif" };
const KEPT_FILES = 16;

export function sitePictureRoutes(admin: FastifyInstance, deps: Deps): void {
  handle(admin, contract.cropSitePicture, async ({ params, body, request }) => ({
    site: await pictures.cropSitePicture(deps, params.kind, body.focal_point, actorOf(request)),
  }));
  handle(admin, contract.deleteSitePicture, async ({ params, request }) => ({
    site: await pictures.deleteSitePicture(deps, params.kind, actorOf(request)),
  }));
  // In a separate scope, so that no other call accepts forms.
  admin.register(async (scope) => {
    await acceptForms(scope);
    scope.post(
      API_PREFIX + contract.uploadSitePicture.path,
      scopeOf(contract.uploadSitePicture),
      async (request, reply) => {
        const { params } = readCall(contract.uploadSitePicture, request, reply);
        allowLongBody(request.raw);
        const { files } = readImageForm(deps, request);
        const site = await pictures.setSitePicture(deps, params.kind, files, actorOf(request));
        return { success: true, ...contract.uploadSitePicture.response.parse({ site }) };
      },
    );
  });
}

/** What pages, browsers and phones ask for. */
export function publicSitePictureRoutes(app: FastifyInstance, deps: Deps): void {
  const cache = cacheUntilChange(deps.changes, KEPT_FILES);

  const send = async (name: string) => {
    const [, given = "", file = ""] = /^([a-z]+)-([\w.]+)$/.exec(name) ?? [];
    const kind = SITE_PICTURE_KINDS.find((each) => each === given);
    const type = TYPES[file.split(".").at(-1) ?? ""];
    if (!kind || !type || !deps.site.current().pictures[kind]) throw notFound();
    const body = await cache(name, () => pictures.readSiteFile(deps, kind, file));
    if (!body) throw notFound();
    return { body, type };
  };

  app.get<{ Params: { version: string; name: string } }>("/_site/:version/:name", async ({ params }, reply) => {
    const { body, type } = await send(params.name);
    return reply.type(type).header("cache-control", ONE_YEAR).send(body);
  });
  // Asked for by their names, whatever a page says.
  for (const [url, name] of [
    ["/favicon.ico", "icon-32.png"],
    ["/apple-touch-icon.png", "icon-180.png"],
  ] as const) {
    app.get(url, async (_request, reply) => {
      const { body, type } = await send(name);
      return reply.type(type).header("cache-control", ONE_HOUR).send(body);
    });
  }
  app.get(paths.manifest, async (_request, reply) => {
    const { name, pictures: there } = deps.site.current();
    const icons = ["192", "512"].flatMap((edge) =>
      there.icon
        ? [{ src: paths.sitePicture("icon", there.icon, `${edge}.png`), sizes: `${edge}x${edge}`, type: "image/png" }]
        : [],
    );
    reply.type("application/manifest+json; charset=utf-8").header("cache-control", "public, no-cache");
    return reply.send(JSON.stringify({ name, short_name: name, start_url: paths.home, display: "browser", icons }));
  });
}
