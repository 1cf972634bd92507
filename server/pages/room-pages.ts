import type { FastifyReply, FastifyRequest } from "fastify";
import { ROOM_STRIP_MAX_PHOTOS, ROOM_VIEW_COOKIE } from "../../contract/limits.ts";
import type { PageContent, RoomContent } from "../../contract/pages.ts";
import { paths } from "../../contract/paths.ts";
import type { Deps } from "../deps.ts";
import type { AppError } from "../errors.ts";
import type { Visit } from "../features/rooms/room-access.ts";
import type { RoomPages } from "../features/rooms/visit.routes.ts";
import { readShownRoom } from "../features/rooms/visit.service.ts";
import { readSite } from "../features/site/site.service.ts";
import { cacheUntilChange } from "../library/cache-until-change.ts";
import { readCookie } from "../platform/http/cookie.ts";
import { sendCompressed } from "../platform/http/public-cache.ts";
import { galleryDocument } from "./document.ts";
import { shownLine } from "./page-content.ts";
import type { WebBuild } from "./web-build.ts";

/** Never cached: what a room shows depends on who asks and on this very moment. */
export function createRoomPages(deps: Deps, web: WebBuild): RoomPages & { missing(): Promise<Buffer> } {
  const cache = cacheUntilChange(deps.changes);

  const send = (reply: FastifyReply, status: number) => reply.status(status).type("text/html; charset=utf-8");
  const render = (path: string, content: PageContent) =>
    galleryDocument({ path, site: readSite(deps), menu: { categories: [], pages: [] }, content }, web, "").body;

  /** Without the URL that was requested, so that it is the same for all of them. Anyone can ask for it: kept. */
  const missing = () => cache("missing", async () => render("/s/-", { page: "closed-room" }));

  /** For one that has ended since `missingRooms` looked. */
  const miss = async (request: FastifyRequest, reply: FastifyReply) =>
    sendCompressed(request, send(reply, 404), await missing());

  return {
    missing,
    miss,
    fail: (url, status, request, reply) =>
      sendCompressed(request, send(reply, status), render(url, { page: "failed", message: "Failed to load photos" })),
    async show(visit, { photoId, refusal }, request, reply) {
      const content = { ...(await composeRoom(deps, visit, photoId, refusal)), ...viewOf(request) };
      // A photo that has left the room: the page says so, in the room.
      const isMissing = photoId !== undefined && content.photo_id === null;
      const path = photoId === undefined ? paths.room(visit.token) : `${paths.room(visit.token)}/photo/${photoId}`;
      return sendCompressed(request, send(reply, refusal?.status ?? (isMissing ? 404 : 200)), render(path, content));
    },
    async lock({ room, token }, refusal, request, reply) {
      const url = paths.room(token);
      if (refusal?.retryAfterSeconds !== undefined) reply.header("retry-after", refusal.retryAfterSeconds);
      const content: PageContent = {
        page: "locked-room",
        url,
        refusal: refusal?.message ?? null,
        cover: room.cover_photo_id === null ? null : paths.roomCover(token),
        welcome: room.welcome,
      };
      return sendCompressed(request, send(reply, refusal?.status ?? 401), render(url, content));
    },
  };
}

/** As the links of a page without JavaScript ask for it, else as this visitor chose before. */
function viewOf(request: FastifyRequest): Partial<Pick<RoomContent, "view" | "show">> {
  const { view = readCookie(request, ROOM_VIEW_COOKIE), show } = request.query as { view?: unknown; show?: unknown };
  return {
    ...((view === "strip" || view === "grid") && { view }),
    ...((show === "chosen" || show === "open") && { show }),
  };
}

async function composeRoom(
  deps: Deps,
  visit: Visit,
  photoId: string | undefined,
  refusal: AppError | undefined,
): Promise<Extract<PageContent, { page: "room" }>> {
  const { room, photos, panels, voice, selection } = await readShownRoom(deps, visit);
  const photo = photos.find(({ id }) => String(id) === photoId);
  return {
    page: "room",
    photo_id: photo?.id ?? null,
    album: {
      title: room.title,
      description: room.message,
      url: paths.room(visit.token),
      photo_count: photos.length,
    },
    photos,
    panels: shownLine(panels),
    room,
    voice,
    view: photos.length > ROOM_STRIP_MAX_PHOTOS ? "grid" : "strip",
    show: "all",
    selection,
    refusal: refusal?.message ?? null,
  };
}
