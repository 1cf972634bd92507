import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../errors.ts";
import { recordIfPossible } from "../../../library/activity.ts";
import { uploadedFile } from "./image-file.ts";
import { parseImagePath } from "./image-path.ts";
import { sendImage } from "./image-response.ts";
import { IMAGE_ROUTE, type ImageServer } from "./image-server.ts";

/** Fastify runs HEAD through the same handlers. They write to the raw response; Fastify handles what they throw. */
export function imageRoutes(app: FastifyInstance, deps: Deps, images: ImageServer) {
  app.get(IMAGE_ROUTE, async (request, reply) => {
    const { path, signed } = await readUrl(deps, request);
    const wanted = parseImagePath(path);
    if (!wanted) throw notFound();
    await images.serve({ wanted, audience: signed ? "owner" : "everyone", ip: request.ip }, request.raw, reply.raw);
    return reply.hijack();
  });

  app.get<{ Params: { internalId: string } }>("/images/:internalId/file", async (request, reply) => {
    if (!(await readUrl(deps, request)).signed) throw notFound();
    const { photoId, response } = await uploadedFile(deps, request.params.internalId);
    if (isWholeDownload(request)) {
      await recordIfPossible(deps, {
        action: "original-downloaded",
        address: request.ip,
        detail: { photo: photoId },
      });
    }
    if (!(await sendImage(request.raw, reply.raw, response))) throw notFound();
    return reply.hijack();
  });
}

/** Not the rest of an interrupted one, which was recorded when it began. */
const isWholeDownload = ({ method, headers: { range = "bytes=0-" } }: FastifyRequest) =>
  method === "GET" && range.startsWith("bytes=0-");

async function readUrl({ signing, now }: Deps, request: FastifyRequest): Promise<{ path: string; signed: boolean }> {
  const [path = "", query = ""] = request.url.split("?", 2);
  const { expires, signature } = Object.fromEntries(new URLSearchParams(query));
  return { path, signed: await signing.isSigned(path, { expires, signature }, now()) };
}
