import type { FastifyReply, FastifyRequest } from "fastify";
import { API_PREFIX } from "../../../contract/endpoint.ts";
import { TOKEN_MAX_DAYS } from "../../../contract/limits.ts";
import type { Deps } from "../../deps.ts";
import { isEncrypted, readCookie, setCookie } from "../../platform/http/cookie.ts";
import * as queries from "./auth.queries.ts";
import { hashSecret, newSecret } from "./secrets.ts";

const COOKIE = "vitrine_device";
const DAY_SECONDS = 24 * 60 * 60;

/**
 * A device that has signed in is remembered by a cookie, which opens nothing: it only gives its owner attempts of their
 * own, so that unauthenticated clients who guess passwords cannot lock them out.
 */
export async function isKnownDevice({ db }: Deps, userId: number, device: string | undefined): Promise<boolean> {
  return device !== undefined && (await queries.findDevice(db, hashSecret(device), userId)) !== undefined;
}

/** Returns the cookie's new value. The former one is forgotten, so a copy of it is worth nothing after the next sign-in. */
export async function rememberDevice({ db, now }: Deps, userId: number, former: string | undefined): Promise<string> {
  const device = newSecret();
  if (former !== undefined) await queries.deleteDevice(db, hashSecret(former));
  await queries.insertDevice(db, hashSecret(device), userId, now().toISOString());
  return device;
}

export async function deleteOldDevices({ db, now }: Deps): Promise<void> {
  const since = new Date(now().getTime() - TOKEN_MAX_DAYS * DAY_SECONDS * 1000);
  await queries.deleteDevicesUnusedSince(db, since.toISOString());
}

export const readDevice = (request: FastifyRequest) => readCookie(request, COOKIE);

export function setDeviceCookie({ config }: Deps, request: FastifyRequest, reply: FastifyReply, device: string): void {
  setCookie(config, request, reply, {
    name: COOKIE,
    value: device,
    // Browsers keep `__Host-` only for all paths. Unencrypted, it is sent no more often than needed.
    path: isEncrypted(config, request) ? "/" : `${API_PREFIX}/auth`,
    maxAgeSeconds: TOKEN_MAX_DAYS * DAY_SECONDS,
    sameSite: "Strict",
  });
}
