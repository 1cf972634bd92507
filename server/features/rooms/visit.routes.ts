import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { routeOf } from "../../../contract/endpoint.ts";
import { paths } from "../../../contract/paths.ts";
import { PhotoId } from "../../../contract/photos.ts";
import * as contract from "../../../contract/room-visits.ts";
import type { Deps } from "../../deps.ts";
import { AppError, notFound, passwordRequired, photoNotFound } from "../../errors.ts";
import { panelOf } from "../../library/orders/line.ts";
import { attachment } from "../../platform/http/attachment.ts";
import { explain, sendError } from "../../platform/http/error-handler.ts";
import { handle, readCall } from "../../platform/http/handle.ts";
import type { ImageServer } from "../pictures/serving/image-server.ts";
import { mayEnter, unlock, type Visit } from "./room-access.ts";
import { enterRoom, findVoice } from "./room-voices.ts";
import { createDownloads } from "./rooms.download.ts";
import * as marks from "./visit.marks.ts";
import { pictureRoutes } from "./visit.pictures.ts";
import * as visits from "./visit.service.ts";
import { findVisitOf, readGrant, setGrantCookie, setVoiceCookie, withVoice } from "./visit-cookie.ts";

/** The pages of a room, which the gallery renders. */
export type RoomPages = {
  show(visit: Visit, view: RoomView, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** A form for the password, with what was wrong with the last one. */
  lock(
    visit: Visit,
    refusal: AppError | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply>;
  /** The same for every room that is unknown, expired or closed. */
  miss(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** The page could not be made. Its Retry link leads to `url`. */
  fail(url: string, status: number, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
};

/** `photoId` as in the URL, undefined for the strip. `refusal`: why the form that was sent changed nothing. */
export type RoomView = { photoId?: string | undefined; refusal?: AppError };

const PAGES = ["/s/:token", "/s/:token/photo/:photoId"];
const FORM = "application/x-www-form-urlencoded";
const FORM_MAX_BYTES = 64 * 1024;

/** Everything that someone with a link can request. */
export async function visitRoutes(app: FastifyInstance, deps: Deps, images: ImageServer, pages: RoomPages) {
  // Browsers without JavaScript send forms.
  app.addContentTypeParser(FORM, { parseAs: "string", bodyLimit: FORM_MAX_BYTES }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const failure = explain(error, request);
    if (failure.status < 500 || !isForPage(request)) return sendError(reply, failure);
    const [path = ""] = request.url.split("?");
    const { token = "" } = request.params as { token?: string };
    // As elsewhere in the gallery: a stopping server responds with 503; whatever else failed, the page did.
    const status = error instanceof AppError ? failure.status : 500;
    return pages.fail(isForm(request) ? paths.room(token) : path, status, request, reply);
  });
  pageRoutes(app, deps, pages);
  unlockRoute(app, deps, pages);
  await app.register(async (inside) => insideRoutes(inside, deps, pages));
  pictureRoutes(app, deps, images);
}

function pageRoutes(app: FastifyInstance, deps: Deps, pages: RoomPages): void {
  const page = async (request: FastifyRequest<{ Params: { photoId?: string } }>, reply: FastifyReply) => {
    const visit = await findVisitOf(deps, request);
    if (!visit) return pages.miss(request, reply);
    if (!mayEnter(deps, visit.room, readGrant(request))) return pages.lock(visit, undefined, request, reply);
    await noteOpening(deps, visit, request);
    return pages.show(await withVoice(deps, visit, request), { photoId: request.params.photoId }, request, reply);
  };
  for (const url of PAGES) app.get(url, page);
  // A link for one person. It sets the name and opens nothing: a password is still asked for.
  app.get<{ Params: { key: string } }>("/s/:token/as/:key", async (request, reply) => {
    const visit = await findVisitOf(deps, request);
    if (!visit) return pages.miss(request, reply);
    const { key } = request.params;
    if (await findVoice(deps, visit.room, key)) setVoiceCookie(deps, request, reply, visit, key);
    return reply.redirect(paths.room(visit.token), 303);
  });
}

/** HEAD comes from programs that check links, such as email filters. */
async function noteOpening(deps: Deps, visit: Visit, { method }: FastifyRequest): Promise<void> {
  if (method === "GET") await visits.countOpening(deps, visit);
}

function unlockRoute(app: FastifyInstance, deps: Deps, pages: RoomPages): void {
  app.post(routeOf(contract.unlockRoom), async (request, reply) => {
    const visit = await findVisitOf(deps, request);
    if (!visit && isForm(request)) return pages.miss(request, reply);
    if (!visit) throw notFound();
    try {
      const { body } = readCall(contract.unlockRoom, request, reply);
      setGrantCookie(deps, request, reply, visit, await unlock(deps, visit, body.password, request.ip));
    } catch (error) {
      if (!isForm(request) || !(error instanceof AppError)) throw error;
      return pages.lock(visit, error, request, reply);
    }
    return isForm(request) ? reply.redirect(paths.room(visit.token), 303) : { success: true };
  });
}

/** Behind the guard, before which no part of a body is read. */
function insideRoutes(app: FastifyInstance, deps: Deps, pages: RoomPages): void {
  const visitsOf = new WeakMap<FastifyRequest, Visit>();
  app.addHook("onRequest", async (request) => {
    const visit = await findVisitOf(deps, request);
    if (!visit) throw notFound();
    if (!mayEnter(deps, visit.room, readGrant(request))) throw passwordRequired();
    visitsOf.set(request, await withVoice(deps, visit, request));
  });
  const visitOf = (request: FastifyRequest): Visit => {
    const visit = visitsOf.get(request);
    if (!visit) throw new Error("this route is not behind the guard of rooms");
    return visit;
  };

  handle(app, contract.getVisitedRoom, async ({ request }) => {
    await noteOpening(deps, visitOf(request), request);
    const { panels, ...data } = await visits.readRoom(deps, visitOf(request));
    return { data: { ...data, panels: panels ?? data.photos.map(({ id }) => panelOf(id)) } };
  });
  handle(app, contract.getVisitorSelection, async ({ request }) => ({
    selection: await marks.readSelection(deps, visitOf(request)),
  }));
  handle(app, contract.pickPhoto, async ({ request, params, body }) => ({
    selection: await marks.pickPhoto(deps, visitOf(request), params.photoId, body),
  }));
  handle(app, contract.deletePin, async ({ request, params }) => ({
    selection: await marks.deletePin(deps, visitOf(request), params.photoId, params.pinId),
  }));
  /** A form that is refused shows the page again, with the reason. */
  const form = (view: RoomView, request: FastifyRequest, reply: FastifyReply) => async (error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    return pages.show(visitOf(request), { ...view, refusal: error }, request, reply);
  };
  app.post<{ Params: { photoId: string } }>(contract.pickPhoto.path, async (request, reply) => {
    const { photoId } = request.params;
    const visit = visitOf(request);
    const change = async () => {
      const id = PhotoId.safeParse(photoId);
      const choice = contract.PickForm.safeParse(request.body);
      if (!id.success || !choice.success) throw photoNotFound();
      const { from, ...fields } = choice.data;
      await marks.pickPhoto(deps, visit, id.data, fields);
      return reply.redirect(placeOf(visit, id.data, from), 303);
    };
    return change().catch(form({ photoId }, request, reply));
  });
  app.post<{ Params: { photoId: string } }>(contract.addPin.path, async (request, reply) => {
    const visit = visitOf(request);
    const add = async () => {
      const { params, body } = readCall(contract.addPin, request, reply);
      return marks.addPin(deps, visit, params.photoId, body);
    };
    if (!isForm(request)) return reply.status(201).send({ success: true, selection: await add() });
    const { photoId } = request.params;
    const respond = async () => {
      await add();
      return reply.redirect(`${paths.room(visit.token)}/photo/${photoId}`, 303);
    };
    return respond().catch(form({ photoId }, request, reply));
  });
  // Forms cannot delete.
  app.post<{ Params: { photoId: string } }>(contract.deletePin.path, async (request, reply) => {
    const visit = visitOf(request);
    const { params } = readCall(contract.deletePin, request, reply);
    await marks.deletePin(deps, visit, params.photoId, params.pinId);
    return reply.redirect(`${paths.room(visit.token)}/photo/${request.params.photoId}`, 303);
  });
  app.post(contract.enterRoom.path, async (request, reply) => {
    const enter = async () => {
      const { body } = readCall(contract.enterRoom, request, reply);
      const visit = visitOf(request);
      const { voice, key } = await enterRoom(deps, visit, body, request.ip);
      if (key !== undefined) setVoiceCookie(deps, request, reply, visit, key);
      return { visit: { ...visit, voice }, isNew: key !== undefined };
    };
    if (!isForm(request)) {
      const { visit } = await enter();
      const selection = await marks.readSelection(deps, visit);
      return { success: true, voice: { name: visit.voice.name }, selection };
    }
    const respond = async () => {
      const { visit, isNew } = await enter();
      const { photo_id, from } = contract.EnterForm.parse(request.body);
      if (photo_id === undefined) return reply.redirect(paths.room(visit.token), 303);
      if (isNew && visit.room.round === 1) await marks.pickPhoto(deps, visit, photo_id, { picked: true });
      return reply.redirect(placeOf(visit, photo_id, from), 303);
    };
    return respond().catch(form({}, request, reply));
  });
  app.post(contract.sendSelection.path, async (request, reply) => {
    const send = async () => {
      const { body } = readCall(contract.sendSelection, request, reply);
      return marks.sendSelection(deps, visitOf(request), body);
    };
    if (!isForm(request)) return { success: true, selection: await send() };
    const respond = async () => {
      await send();
      return reply.redirect(paths.room(visitOf(request).token), 303);
    };
    return respond().catch(form({}, request, reply));
  });
  const openDownload = createDownloads(deps);
  app.get(contract.downloadRoom.path, async (request, reply) => {
    const { query } = readCall(contract.downloadRoom, request, reply);
    const { title } = visitOf(request).room;
    const { status, headers, archive, file } = await openDownload(visitOf(request), query, request.raw, request.ip);
    reply.status(status).headers(headers);
    if (!archive) return reply.send();
    return (
      reply
        .type(file?.type ?? "application/zip")
        .header("content-disposition", attachment(file?.name ?? `${title}.zip`))
        // nginx would otherwise write gigabytes to its own disk first.
        .header("x-accel-buffering", "no")
        .send(archive)
    );
  });
}

/** Where the visitor was: at the photo in the strip or in the grid, else at the photo alone. */
function placeOf({ token }: Visit, photoId: PhotoId, from: "strip" | "grid" | undefined): string {
  const url = paths.room(token);
  return from ? `${url}?view=${from}#photo-${photoId}` : paths.photo({ url }, photoId);
}

/** The response is what a browser shows next. */
const isForPage = (request: FastifyRequest) => isForm(request) || PAGES.includes(request.routeOptions.url ?? "");

const isForm = ({ headers }: FastifyRequest) => headers["content-type"]?.startsWith(FORM) === true;
