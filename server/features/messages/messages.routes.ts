import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/messages.ts";
import type { Deps } from "../../deps.ts";
import { handle } from "../../platform/http/handle.ts";
import * as messages from "./messages.service.ts";

export function contactRoutes(publicApi: FastifyInstance, deps: Deps): void {
  publicApi.register(async (scope) => {
    scope.addHook("onRequest", async (_request, reply) => {
      reply.header("cache-control", "no-store");
      messages.requireContactForm(deps);
    });
    handle(scope, contract.getContactForm, async () => ({ form: messages.newContactForm(deps) }));
    handle(scope, contract.sendMessage, async ({ body, request }) => {
      await messages.receiveMessage(deps, body, request.ip);
      return { message: "Thank you. Your message was sent." };
    });
  });
}

export function messageRoutes(admin: FastifyInstance, deps: Deps): void {
  handle(admin, contract.listMessages, ({ query }) => messages.listMessages(deps, query));
  handle(admin, contract.updateMessage, async ({ params, body }) => ({
    message: await messages.updateMessage(deps, params.id, body),
  }));
  handle(admin, contract.deleteMessage, async ({ params }) => {
    await messages.deleteMessage(deps, params.id);
    return {};
  });
}
