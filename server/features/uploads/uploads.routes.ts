import type { FastifyInstance } from "fastify";
import { API_PREFIX } from "../../../contract/endpoint.ts";
import type { ErrorCode } from "../../../contract/errors.ts";
import * as contract from "../../../contract/uploads.ts";
import type { Deps } from "../../deps.ts";
import { recordIfPossible } from "../../library/activity.ts";
import { allowLongBody } from "../../platform/http/bound-body.ts";
import { handle, readCall, scopeOf } from "../../platform/http/handle.ts";
import { actorOf } from "../auth/require-admin.ts";
import type { Background } from "../pictures/making/background.ts";
import { resumableRoutes } from "./resumable.routes.ts";
import { acceptForms, readPhotoForm, readSinglePhotoForm } from "./uploads.form.ts";
import { countUploads, findDuplicates } from "./uploads.known.ts";
import { replaceFile, revertFile } from "./uploads.replace.ts";
import * as uploads from "./uploads.service.ts";

export function uploadRoutes(admin: FastifyInstance, deps: Deps, background: Background): void {
  handle(admin, contract.findDuplicates, ({ body }) => findDuplicates(deps, body));
  handle(admin, contract.countUploads, ({ params }) => countUploads(deps, params.slug));

  handle(admin, contract.revertFile, async ({ params, request }) => {
    const response = await revertFile(deps, params.id, actorOf(request));
    background.wake(params.id);
    return response;
  });

  resumableRoutes(admin, deps, background);

  // In a separate scope, so that no other call accepts forms.
  admin.register(async (scope) => {
    await acceptForms(scope);
    // Not `handle`: when no photo was stored, the response is a refusal of the same shape.
    scope.post(API_PREFIX + contract.uploadPhotos.path, scopeOf(contract.uploadPhotos), async (request, reply) => {
      const { params } = readCall(contract.uploadPhotos, request, reply);
      allowLongBody(request.raw);
      const result = await uploads.uploadPhotos(deps, params.slug, readPhotoForm(deps, request));
      for (const { id } of result.photos) background.wake(id);
      const counts = { photos: result.photos.length, failed: result.failed_uploads.length };
      await recordIfPossible(deps, await uploads.describeUpload(deps.db, params.slug, counts, actorOf(request)));
      const response = contract.uploadPhotos.response.parse(result);
      if (response.photos.length > 0) return reply.status(201).send({ success: true, ...response });
      const code: ErrorCode = "UPLOAD_FAILED";
      return reply.status(422).send({ success: false, code, ...response });
    });
    scope.put(API_PREFIX + contract.replaceFile.path, scopeOf(contract.replaceFile), async (request, reply) => {
      const { params } = readCall(contract.replaceFile, request, reply);
      allowLongBody(request.raw);
      const form = readSinglePhotoForm(deps, request);
      const outcome = await replaceFile(deps, params.id, form, actorOf(request));
      if (!outcome.ok) {
        const code: ErrorCode = "UPLOAD_FAILED";
        return reply.status(422).send({ success: false, code, ...outcome.refusal });
      }
      background.wake(params.id);
      return reply.send({ success: true, ...contract.replaceFile.response.parse(outcome.response) });
    });
  });
}
