import type { FastifyInstance } from "fastify";
import type { Asset } from "./web-build.ts";

const ONE_YEAR = "public, max-age=31536000, immutable";
const ONE_HOUR = "public, max-age=3600";

/** One route per built file, so that no address can reach any other file. */
export function assetRoutes(app: FastifyInstance, assets: Map<string, Asset>): void {
  for (const [path, asset] of assets) {
    // Names under /assets/ change with their content.
    const cacheControl = path.startsWith("/assets/") ? ONE_YEAR : ONE_HOUR;
    app.get(path, (request, reply) => {
      reply.type(asset.type).header("cache-control", cacheControl).header("vary", "accept-encoding");
      const accepted = request.headers["accept-encoding"] ?? "";
      if (asset.brotli && accepted.includes("br")) {
        return reply.header("content-encoding", "br").send(asset.brotli);
      }
      if (asset.gzip && accepted.includes("gzip")) {
        return reply.header("content-encoding", "gzip").send(asset.gzip);
      }
      return reply.send(asset.body);
    });
  }
}
