import type { FastifyInstance } from "fastify";
import { routeOf } from "../../../contract/endpoint.ts";
import * as contract from "../../../contract/rooms.ts";
import type { Deps } from "../../deps.ts";
import { attachment } from "../../platform/http/attachment.ts";
import { handle, readCall } from "../../platform/http/handle.ts";
import { actorOf } from "../auth/require-admin.ts";
import { selectionSidecars, selectionTable } from "./rooms.export.ts";
import { startRound } from "./rooms.rounds.ts";
import * as rooms from "./rooms.service.ts";

export function roomRoutes(admin: FastifyInstance, deps: Deps): void {
  handle(admin, contract.createRoom, async ({ body, request }) => ({
    room: await rooms.createRoom(deps, body, actorOf(request)),
  }));
  handle(admin, contract.listRooms, async () => ({ rooms: await rooms.listRooms(deps) }));
  handle(admin, contract.getRoom, ({ params, query }) => rooms.getRoom(deps, params.id, query.round));
  handle(admin, contract.updateRoom, async ({ params, body }) => ({
    room: await rooms.updateRoom(deps, params.id, body),
  }));
  handle(admin, contract.reopenSelection, async ({ params, body }) => ({
    room: await rooms.reopenSelection(deps, params.id, body.voice_id),
  }));
  handle(admin, contract.inviteVoice, async ({ params, body }) => ({
    voice: await rooms.inviteVoice(deps, params.id, body),
  }));
  handle(admin, contract.deleteVoice, async ({ params }) => {
    await rooms.deleteVoice(deps, params.id, params.voiceId);
    return {};
  });
  handle(admin, contract.startRound, async ({ params, body }) => ({
    room: await startRound(deps, params.id, body),
  }));
  handle(admin, contract.deleteRoom, async ({ params, request }) => {
    await rooms.deleteRoom(deps, params.id, actorOf(request));
    return {};
  });
  admin.get(routeOf(contract.getSelectionTable), async (request, reply) => {
    const { params } = readCall(contract.getSelectionTable, request, reply);
    const { title, table } = await selectionTable(deps, params.id);
    return reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", attachment(`${title}.csv`))
      .send(table);
  });
  admin.get(routeOf(contract.getSelectionSidecars), async (request, reply) => {
    const { params } = readCall(contract.getSelectionSidecars, request, reply);
    const { title, archive } = await selectionSidecars(deps, params.id);
    return reply
      .type("application/zip")
      .header("content-disposition", attachment(`${title}.zip`))
      .send(archive);
  });
}
