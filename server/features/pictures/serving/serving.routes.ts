import type { FastifyInstance, FastifyRequest } from "fastify";
import * as contract from "../../../../contract/pictures.ts";
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../errors.ts";
import { isSigned } from "../../../library/signing.ts";
import { handle } from "../../../platform/http/handle.ts";
import { generateVariant } from "../making/generate.service.ts";
import type { OnDemand } from "../making/on-demand.ts";
import { readImageAddress } from "./image-address.ts";
import { sendImage } from "./image-answer.ts";
import { uploadedFile } from "./image-file.ts";
import { IMAGE_ROUTE, type ImageServer } from "./image-server.ts";

export function generateRoutes(publicApi: FastifyInstance, deps: Deps, onDemand: OnDemand) {
  handle(publicApi, contract.generateVariant, ({ params, body, request }) =>
    generateVariant(deps, onDemand, { ...params, ...body, ip: request.ip }),
  );
}

/** Fastify's HEAD goes through the same handlers. They write on the bare response; Fastify answers what they throw. */
export function imageRoutes(app: FastifyInstance, deps: Deps, images: ImageServer) {
  app.get(IMAGE_ROUTE, async (request, reply) => {
    const { path, signed } = readUrl(deps, request);
    const address = readImageAddress(path);
    if (!address) throw notFound();
    await images.answer({ address, isSigned: signed, ip: request.ip }, request.raw, reply.raw);
    return reply.hijack();
  });

  app.get<{ Params: { internalId: string } }>("/images/:internalId/file", async (request, reply) => {
    if (!readUrl(deps, request).signed) throw notFound();
    const file = await uploadedFile(deps, request.params.internalId);
    if (!(await sendImage(request.raw, reply.raw, file))) throw notFound();
    return reply.hijack();
  });
}

function readUrl({ signingKey, now }: Deps, request: FastifyRequest): { path: string; signed: boolean } {
  const [path = "", query = ""] = request.url.split("?", 2);
  const { expires, signature } = Object.fromEntries(new URLSearchParams(query));
  return { path, signed: isSigned(signingKey, path, { expires, signature }, now()) };
}
