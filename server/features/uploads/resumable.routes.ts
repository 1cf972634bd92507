import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { routeOf } from "../../../contract/endpoint.ts";
import type { ErrorCode } from "../../../contract/errors.ts";
import { PhotoId } from "../../../contract/photos.ts";
import { Slug } from "../../../contract/text.ts";
import * as contract from "../../../contract/uploads.ts";
import type { UploadRow } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { AppError, albumNotFound, photoNotFound } from "../../errors.ts";
import { allowLongBody } from "../../platform/http/bound-body.ts";
import { handle, readCall, scopeOf } from "../../platform/http/handle.ts";
import { actorOf, requireAdminStill } from "../auth/require-admin.ts";
import type { Background } from "../pictures/making/background.ts";
import { createArrivals } from "./resumable.arrivals.ts";
import { createUpload, type NewUpload } from "./resumable.begin.ts";
import { type Processing, startProcessing } from "./resumable.processing.ts";
import * as resumable from "./resumable.service.ts";
import { maxBytes } from "./uploads.service.ts";

const VERSION = "1.0.0";
const MEDIA_TYPE = "application/offset+octet-stream";

/** tus 1.0.0 (https://tus.io/protocols/resumable-upload): the core with creation, termination and expiration. */
export function resumableRoutes(admin: FastifyInstance, deps: Deps, background: Background): void {
  const processing = deps.database.isReadOnly ? undefined : startProcessing(deps, (id) => background.wake(id));
  const arrivals = createArrivals();
  const collection = routeOf(contract.createUpload);
  const publishes = scopeOf(contract.createUpload);
  // `duplicates` is another call, which has its own methods.
  const one = { ...contract.getUpload, path: `${contract.createUpload.path}/:id(^(?!duplicates$)[^/]+$)` } as const;

  admin.addHook("preClose", () => arrivals.endAll());
  admin.addHook("onClose", async () => processing?.stop());
  admin.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof resumable.PartNotStoredError)) throw error;
      const code: ErrorCode = "UPLOAD_FAILED";
      const { message, failure } = error;
      return reply.status(503).send({ success: false, code, message, failed_uploads: [failure] });
    });
    // On refusals too.
    scope.addHook("onRequest", async (_request, reply) => {
      reply.header("tus-resumable", VERSION);
    });
    // The body is read as it arrives.
    scope.addContentTypeParser(MEDIA_TYPE, (_request, payload, done) => done(null, payload));

    scope.options(collection, publishes, async (_request, reply) => {
      reply.headers({ "tus-version": VERSION, "tus-extension": "creation,termination,expiration" });
      return reply.header("tus-max-size", maxBytes(deps)).status(204).send();
    });

    scope.post(collection, publishes, async (request, reply) => {
      requireVersion(request, reply);
      const row = await createUpload(deps, readNewUpload(request), actorOf(request));
      addArrived(processing, row);
      return withExpiry(reply, row).header("location", `${collection}/${row.id}`).status(201).send();
    });

    // Before GET, for which Fastify would add one that responds with its headers.
    scope.head(routeOf(one), publishes, async (request, reply) => {
      requireVersion(request, reply);
      const { params } = readCall(contract.getUpload, request, reply);
      await arrivals.endFormer(params.id);
      const row = await resumable.findUpload(deps, params.id);
      const headers = { "upload-offset": row.received, "upload-length": row.length };
      return withExpiry(reply, row).headers(headers).status(200).send();
    });

    scope.patch(routeOf(one), publishes, async (request, reply) => {
      requireVersion(request, reply);
      const { params } = readCall(contract.getUpload, request, reply);
      if (request.headers["content-type"] !== MEDIA_TYPE) {
        throw new AppError(415, "UNSUPPORTED_MEDIA_TYPE", `Send the bytes as ${MEDIA_TYPE}`);
      }
      allowLongBody(request.raw);
      const row = await resumable.appendToUpload(deps, arrivals, {
        id: params.id,
        offset: readCount(request, "upload-offset"),
        body: request.raw,
        sizeBytes: Number(request.headers["content-length"] ?? 0),
        requireSender: () => requireAdminStill(deps, request),
      });
      addArrived(processing, row);
      return withExpiry(reply, row).header("upload-offset", row.received).status(204).send();
    });

    scope.delete(routeOf(one), publishes, async (request, reply) => {
      requireVersion(request, reply);
      await resumable.endUpload(deps, readCall(contract.getUpload, request, reply).params.id);
      return reply.status(204).send();
    });

    handle(scope, one, ({ params }) => resumable.getUpload(deps, params.id));
  });
}

function addArrived(processing: Processing | undefined, { id, state }: UploadRow): void {
  if (state === "processing") processing?.add(id);
}

const withExpiry = (reply: FastifyReply, { expires_at }: UploadRow) =>
  reply.header("upload-expires", new Date(expires_at).toUTCString());

function requireVersion(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers["tus-resumable"] === VERSION) return;
  reply.header("tus-version", VERSION);
  throw new AppError(412, "BAD_REQUEST", `Send the header Tus-Resumable: ${VERSION}`);
}

function readNewUpload(request: FastifyRequest): NewUpload {
  const fields = new Map<string, string>();
  for (const pair of String(request.headers["upload-metadata"] ?? "").split(",")) {
    const [name = "", value = ""] = pair.trim().split(" ");
    fields.set(name, Buffer.from(value, "base64").toString("utf8"));
  }
  return {
    length: readCount(request, "upload-length"),
    filename: fields.get("filename"),
    target: readTarget(fields),
    modified: fields.get("last_modified"),
  };
}

function readTarget(fields: ReadonlyMap<string, string>): NewUpload["target"] {
  if (fields.has("replaces")) {
    const replaces = PhotoId.safeParse(fields.get("replaces"));
    if (!replaces.success) throw photoNotFound();
    return { replaces: replaces.data };
  }
  const album = Slug.safeParse(fields.get("album"));
  if (!album.success) throw albumNotFound();
  return { album: album.data };
}

function readCount(request: FastifyRequest, header: string): number {
  const value = String(request.headers[header] ?? "");
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new AppError(400, "BAD_REQUEST", `Send the header ${header} with a number of bytes`);
}
