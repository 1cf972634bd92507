import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "../errors.ts";
import { chooseEncoding } from "../platform/http/encoding.ts";
import type { Asset } from "./web-build.ts";

const ONE_YEAR = "public, max-age=31536000, immutable";
const ONE_HOUR = "public, max-age=3600";
const FOLDER = "/assets/";

/** Looked up by URL among the built files, so that no URL can reach any other file. */
export function assetRoutes(app: FastifyInstance, assets: Map<string, Asset>): void {
  // Names in this folder change with their content. One route for all of them: a hundred would slow every start down.
  app.get<{ Params: { file: string } }>(`${FOLDER}:file`, async (request, reply) => {
    const asset = assets.get(FOLDER + request.params.file);
    if (!asset) {
      // Another node may already have a newer build, and a cache in front must not keep this response for it.
      reply.header("cache-control", "no-store");
      throw notFound();
    }
    return sendAsset(asset, ONE_YEAR, request, reply);
  });
  for (const [path, asset] of assets) {
    if (path.startsWith(FOLDER)) continue;
    app.get(path, (request, reply) => sendAsset(asset, ONE_HOUR, request, reply));
  }
}

function sendAsset(asset: Asset, cacheControl: string, request: FastifyRequest, reply: FastifyReply) {
  reply.type(asset.type).header("cache-control", cacheControl).header("vary", "accept-encoding");
  const encoding = chooseEncoding(request);
  const compressed = encoding && asset.compressed[encoding];
  return compressed ? reply.header("content-encoding", encoding).send(compressed) : reply.send(asset.body);
}
