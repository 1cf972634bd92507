import fastify from "fastify";
import { expect, test } from "vitest";
import type { Config } from "../../config.ts";
import { ipOf } from "./ip-of.ts";

const FORWARDED = [undefined, "", "203.0.113.7", "203.0.113.7, 198.51.100.7", "a,, 203.0.113.7 ,\t2001:db8::1", ", ,"];

test.each([0, 1, 2, 3])("behind %i proxies, an IP address is the one that Fastify reads", async (trustProxy) => {
  const app = fastify({ trustProxy: trustProxy > 0 && ((_address, hop) => hop < trustProxy) });
  app.get("/", async (request) => [request.ip, ipOf({ trustProxy } as Config, request.raw)]);

  for (const forwarded of FORWARDED) {
    const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
    const [expected, own] = (await app.inject({ url: "/", headers, remoteAddress: "192.0.2.1" })).json();
    expect([forwarded, own]).toEqual([forwarded, expected]);
  }
});
