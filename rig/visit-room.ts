import type { CallInput } from "../contract/endpoint.ts";
import type { PhotoId } from "../contract/photos.ts";
import * as rooms from "../contract/room-visits.ts";
import type { Room } from "../contract/rooms.ts";
import { type ClientResponse, createClient } from "./client.ts";

type PickBody = CallInput<typeof rooms.pickPhoto>["body"];
type SendBody = CallInput<typeof rooms.sendSelection>["body"];

/** Someone with a room's link, and with its cookie once it is unlocked. */
export function visitRoom({ url: site }: { url: string }, { url }: Pick<Room, "url">) {
  if (url === null) throw new Error("the room's link cannot be read");
  const token = url.slice("/s/".length);
  let cookie = "";
  const send = (path: string, init: RequestInit = {}) =>
    fetch(site + path, {
      redirect: "manual",
      ...init,
      headers: { ...(cookie && { cookie }), ...(init.headers as Record<string, string>) },
    });
  const keepCookie = (response: Response) => {
    const [given] = response.headers.get("set-cookie")?.split(";") ?? [];
    if (given)
      cookie = [...cookie.split("; ").filter((each) => nameOf(each) !== nameOf(given)), given]
        .filter(Boolean)
        .join("; ");
    return response;
  };
  const client = createClient(site, undefined, send);
  const params = { token };
  const asJson = (method: string, body: unknown): RequestInit => ({
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const refusal = async (response: Response): Promise<ClientResponse<unknown>> => ({
    status: response.status,
    headers: response.headers,
    body: await response.json(),
  });

  return {
    token,
    fetch: send,
    /** A URL below the room's own. */
    at: (path: string, init?: RequestInit) => send(url + path, init),
    status: async () => (await send(`${url}/data`)).status,
    data: () => client.call(rooms.getVisitedRoom, { params }),
    selection: () => client.call(rooms.getVisitorSelection, { params }),
    pick: (photoId: PhotoId, body: PickBody) =>
      client.call(rooms.pickPhoto, { params: { ...params, photoId }, ...(body && { body }) }),
    tryPick: (photoId: PhotoId, body: PickBody) => send(`${url}/picks/${photoId}`, asJson("PUT", body)),
    refusedPick: async (photoId: PhotoId, body: PickBody) =>
      refusal(await send(`${url}/picks/${photoId}`, asJson("PUT", body))),
    send: (body: SendBody) => client.call(rooms.sendSelection, { params, ...(body && { body }) }),
    refusedSend: async (body: unknown) => refusal(await send(`${url}/send`, asJson("POST", body))),
    /** Keeps the cookie, as a browser does. */
    async unlock(password: string, headers: Record<string, string> = {}): Promise<Response> {
      const init = asJson("POST", { password });
      return keepCookie(await send(`${url}/unlock`, { ...init, headers: { ...init.headers, ...headers } }));
    },
    /** Also keeps its cookie. */
    enter: async (name: string, email = "") => keepCookie(await send(`${url}/enter`, asJson("POST", { name, email }))),
    /** Comes by the link of one person. */
    comeAs: async (link: string) => keepCookie(await send(link)),
    pin: (photoId: PhotoId, pin: { x: number; y: number; text: string }) =>
      client.call(rooms.addPin, { params: { ...params, photoId }, body: pin }),
    cookie: () => cookie,
    /** Of a request made with `at`. */
    keep: keepCookie,
  };
}

const nameOf = (cookie: string) => cookie.replace(/=.*/, "");
