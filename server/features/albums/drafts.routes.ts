import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/albums.ts";
import { publicSize } from "../../../contract/limits.ts";
import { previewVersion } from "../../../contract/sequences.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../errors.ts";
import { handle } from "../../platform/http/handle.ts";
import { actorOf } from "../auth/require-admin.ts";
import { parseImagePath } from "../pictures/serving/image-path.ts";
import type { ImageServer } from "../pictures/serving/image-server.ts";
import * as drafts from "./drafts.service.ts";

export function draftLinkRoutes(admin: FastifyInstance, deps: Deps): void {
  handle(admin, contract.previewAlbum, ({ params, request }) => drafts.linkDraft(deps, params.slug, actorOf(request)));
  handle(admin, contract.endPreviews, async ({ params, request }) => {
    await drafts.endDraftLinks(deps, params.slug, actorOf(request));
    return {};
  });
  handle(admin, previewVersion, ({ params }) => drafts.linkVersion(deps, params.slug, params.id));
}

type PictureParams = { token: string; internalId: string; picture: string };

/** Only pictures of the draft that the link names, and no larger than visitors get them. */
export function draftPictureRoutes(app: FastifyInstance, deps: Deps, images: ImageServer): void {
  app.get<{ Params: PictureParams }>("/_draft/:token/images/:internalId/:picture", async (request, reply) => {
    const { token, internalId, picture } = request.params;
    const asked = parseImagePath(`/images/${internalId}/${picture}`);
    const { album } = await drafts.openDraft(deps, token);
    if (!asked || !(await drafts.showsDraftPicture(deps, album, internalId))) throw notFound();
    const wanted = { ...asked, size: publicSize(asked.size, deps.site.current().largest_public_px) };
    await images.serve({ wanted, audience: "room", ip: request.ip }, request.raw, reply.raw);
    return reply.hijack();
  });
}
