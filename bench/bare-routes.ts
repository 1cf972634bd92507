import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fastify from "fastify";

/**
 * The yardsticks of pages.ts, which starts this with a folder: one route that only sends ready bytes, and two that only
 * render and send: the whole page, and its visible part.
 */
const [folder = ""] = process.argv.slice(2);
const ready = await readFile(join(folder, "page.br"));
const parts = JSON.parse(await readFile(join(folder, "parts.json"), "utf8"));
// Built from plain-page.tsx.
const plain = (await import(pathToFileURL(join(folder, "plain-page.js")).href)) as typeof import("./plain-page.tsx");
const app = fastify();
app.get("/ready", (_request, reply) => {
  reply.type("text/html; charset=utf-8").header("content-encoding", "br").send(ready);
});
app.get("/page", (_request, reply) => {
  reply.type("text/html; charset=utf-8").send(plain.renderPlainPage(parts));
});
app.get("/tree", (_request, reply) => {
  reply.type("text/html; charset=utf-8").send(plain.renderPlainTree(parts));
});
console.log(await app.listen({ port: 0, host: "127.0.0.1" }));
