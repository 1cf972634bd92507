import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/trash.ts";
import type { Deps } from "../../deps.ts";
import { handle } from "../../platform/http/handle.ts";
import { actorOf } from "../auth/require-admin.ts";
import { getRetention, setRetention } from "./trash.retention.ts";
import * as trash from "./trash.service.ts";

export function trashRoutes(admin: FastifyInstance, deps: Deps): void {
  handle(admin, contract.trashPhoto, async ({ params, request }) => ({
    photo: await trash.trashPhoto(deps, params.id, actorOf(request)),
    message: "Photo moved to the trash",
  }));
  handle(admin, contract.restorePhoto, async ({ params, request }) => ({
    photo: await trash.restorePhoto(deps, params.id, actorOf(request)),
    message: "Photo restored",
  }));
  handle(admin, contract.deletePhotoPermanently, async ({ params, request }) => {
    await trash.deletePhotoPermanently(deps, params.id, actorOf(request));
    return { message: "Photo permanently deleted" };
  });
  handle(admin, contract.emptyTrash, async ({ request }) => {
    const deleted_count = await trash.emptyTrash(deps, actorOf(request));
    return { deleted_count, message: `Successfully deleted ${deleted_count} photos from trash` };
  });
  handle(admin, contract.restoreTrash, async ({ request }) => {
    const restored = await trash.restoreTrash(deps, actorOf(request));
    return { restored, message: `${restored.length} ${restored.length === 1 ? "photo" : "photos"} restored` };
  });
  handle(admin, contract.getTrashRetention, async () => ({ retention: await getRetention(deps) }));
  handle(admin, contract.setTrashRetention, async ({ body, request }) => ({
    retention: await setRetention(deps, body.days, actorOf(request)),
  }));
}
