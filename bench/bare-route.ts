import { readFile } from "node:fs/promises";
import fastify from "fastify";

/** The yardstick: a route that does nothing but send ready bytes. Started by pages.ts with the file that holds them. */
const body = await readFile(process.argv[2] ?? "");
const app = fastify();
app.get("/", (_request, reply) => {
  reply.type("text/html; charset=utf-8").header("content-encoding", "br").send(body);
});
console.log(await app.listen({ port: 0, host: "127.0.0.1" }));
