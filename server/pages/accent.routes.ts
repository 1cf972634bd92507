import type { FastifyInstance } from "fastify";
import { notFound } from "../errors.ts";

const ONE_YEAR = "public, max-age=31536000, immutable";

/** The colour is in the URL, so browsers may keep the file. */
export const accentPath = (colour: string) => `/assets/accent/${colour.slice(1)}.css`;

/** Where people ask for more contrast, the accent stays the colour of the text. */
export function accentRoutes(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>("/assets/accent/:file", async ({ params }, reply) => {
    const colour = /^([0-9a-f]{6})\.css$/.exec(params.file)?.[1];
    if (!colour) throw notFound();
    const rule = `@media not (prefers-contrast: more) { :root { --accent: #${colour}; } }\n`;
    return reply.type("text/css; charset=utf-8").header("cache-control", ONE_YEAR).send(rule);
  });
}
