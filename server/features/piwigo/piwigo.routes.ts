import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { AppError, notFound } from "../../errors.ts";
import { allowLongBody } from "../../platform/http/bound-body.ts";
import { requireOrigin } from "../../platform/http/origin.ts";
import type { Background } from "../pictures/making/background.ts";
import { maxBytes, type ReceivedFile, receiveFile } from "../uploads/uploads.service.ts";
import { type PiwigoCall, PiwigoError } from "./piwigo.call.ts";
import { encodeJson, encodeXml, type Outcome, type Value } from "./piwigo.encode.ts";
import { OPEN_METHODS, OWNER_METHODS, type Site } from "./piwigo.methods.ts";
import { findOwner, proofOf, readSession, setSession } from "./piwigo.session.ts";

const FORM = "application/x-www-form-urlencoded";
/** digiKam sends pieces of 512 KB as text, where every third character may take three. */
const FORM_MAX_BYTES = 4 * 1024 * 1024;
const WRONG_LOGIN = 999;

/** The calls of Piwigo's web service that its clients make, for programs that know Piwigo (decision 057). */
export async function piwigoRoutes(app: FastifyInstance, deps: Deps, background: Background): Promise<void> {
  app.addHook("onRequest", async (_request, reply) => {
    if (!deps.site.current().piwigo_clients) throw notFound();
    reply.header("cache-control", "no-store");
  });
  app.addContentTypeParser(FORM, { parseAs: "string", bodyLimit: FORM_MAX_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  await app.register(multipart, { throwFileSizeLimit: false, limits: { files: 1, fields: 100, fieldSize: 20_000 } });
  app.route({
    method: ["GET", "POST"],
    url: "/ws.php",
    handler: async (request, reply) => {
      const origin = requireOrigin(deps.config, request.headers);
      const site: Site = { deps, background, origin };
      const outcome = await respond(site, request, reply);
      if (!outcome.ok && outcome.code >= 400 && outcome.code < 600) reply.status(outcome.code);
      // As text: the phone apps decode it themselves.
      const isJson = queryOf(request).get("format") === "json";
      reply.type(`${isJson ? "text/plain" : "text/xml"}; charset=utf-8`);
      return reply.send(isJson ? encodeJson(outcome) : encodeXml(outcome));
    },
  });
}

async function respond(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<Outcome> {
  let file: ReceivedFile | undefined;
  try {
    const call = await readCall(site.deps, request, (received) => {
      file = received;
    });
    return { ok: true, result: await run(site, call, request, reply) };
  } catch (error) {
    if (error instanceof PiwigoError) return { ok: false, code: error.code, message: error.message };
    if (error instanceof AppError) return { ok: false, code: error.status, message: error.message };
    throw error;
  } finally {
    // Gone already if it was stored.
    if (file) await site.deps.storage.removeTemp(file.path);
  }
}

async function run(site: Site, call: PiwigoCall, request: FastifyRequest, reply: FastifyReply): Promise<Value> {
  const { method, user } = call;
  if (method === "pwg.session.login") {
    const token = call.arguments.get("password") ?? "";
    const owner = await ownerOf(site.deps, request, call.arguments);
    if (!owner) throw new PiwigoError(WRONG_LOGIN, "Sign in with your email address and a token that may publish");
    setSession(site.deps, request, reply, token);
    return true;
  }
  if (method === "pwg.session.logout") {
    setSession(site.deps, request, reply, "");
    return true;
  }
  const known = (methods: typeof OPEN_METHODS) => (Object.hasOwn(methods, method) ? methods[method] : undefined);
  const open = known(OPEN_METHODS);
  if (open) return open(site, call);
  if (!user) throw new PiwigoError(401, "Access denied");
  const owned = known(OWNER_METHODS);
  if (!owned) throw new PiwigoError(501, "Method name is not valid");
  await site.deps.signing.refresh();
  return owned(site, call);
}

const queryOf = ({ url }: FastifyRequest) => new URLSearchParams(url.split("?")[1] ?? "");

async function readCall(deps: Deps, request: FastifyRequest, keep: (file: ReceivedFile) => void): Promise<PiwigoCall> {
  const given = new Map(queryOf(request));
  // No client sends it there, and the logs of proxies have URLs.
  given.delete("password");
  let file: ReceivedFile | undefined;
  const session = readSession(request) ?? "";
  let user = await findOwner(deps, request, session);
  if (typeof request.body === "string")
    for (const [name, value] of new URLSearchParams(request.body)) given.set(name, value);
  if (request.isMultipart()) {
    if (user) allowLongBody(request.raw);
    for await (const part of request.parts({ limits: { fileSize: maxBytes(deps) } })) {
      if (part.type === "field") {
        given.set(part.fieldname, String(part.value));
        continue;
      }
      // Nothing of an unauthenticated client reaches the disk.
      user ??= await ownerOf(deps, request, given);
      if (!user || file) {
        part.file.resume();
        continue;
      }
      allowLongBody(request.raw);
      const content = { name: part.filename, content: part.file, isTooLarge: () => part.file.truncated };
      const received = await receiveFile(deps, content);
      if (!received.ok) throw new PiwigoError(500, received.error.error);
      file = received.value;
      keep(file);
    }
  }
  // A file may take long to arrive, and nothing is stored before it has.
  if (file) user = (await findOwner(deps, request, session)) ?? (await ownerOf(deps, request, given));
  const by = { actor: user?.email ?? "", address: request.ip };
  const method = given.get("method") ?? "";
  return { method, arguments: given, file, user, by, proof: user ? proofOf(session) : "" };
}

/** By the email address and the token that the call itself has. */
async function ownerOf(deps: Deps, request: FastifyRequest, given: ReadonlyMap<string, string>) {
  const [username = "", password = ""] = [given.get("username"), given.get("password")];
  if (password === "") return undefined;
  const owner = await findOwner(deps, request, password);
  return owner && owner.email === username.trim().toLowerCase() ? owner : undefined;
}
