import { readFile } from "node:fs/promises";
import fastify from "fastify";
import { loadWebBuild } from "../server/pages/web-build.ts";

/**
 * The yardsticks of pages.ts, which starts this with two files: a route that does nothing but send ready bytes, and one
 * that does nothing but render a page and send that.
 */
const [bytesFile = "", pageFile = ""] = process.argv.slice(2);
const ready = await readFile(bytesFile);
const page = JSON.parse(await readFile(pageFile, "utf8"));
const { gallery } = await loadWebBuild();
const app = fastify();
app.get("/ready", (_request, reply) => {
  reply.type("text/html; charset=utf-8").header("content-encoding", "br").send(ready);
});
app.get("/rendered", (_request, reply) => {
  reply.type("text/html; charset=utf-8").send(gallery.renderPage(page));
});
console.log(await app.listen({ port: 0, host: "127.0.0.1" }));
