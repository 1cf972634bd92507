import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { MessageForm } from "../../contract/messages.ts";
import { packContent } from "../../contract/page-json.ts";
import type { ContactFormState, PageContent } from "../../contract/pages.ts";
import { paths } from "../../contract/paths.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { nonceOf, STALE } from "../features/messages/contact-form.ts";
import {
  judgeMessage,
  newContactForm,
  receiveMessage,
  requireContactForm,
} from "../features/messages/messages.service.ts";
import { cacheUntilChange } from "../library/cache-until-change.ts";
import { describeIssue } from "../platform/http/describe-issue.ts";
import { COMPRESS, chooseEncoding, type Encoding } from "../platform/http/encoding.ts";
import { ipOf } from "../platform/http/ip-of.ts";
import { networkOf } from "../platform/http/network-of.ts";
import { originOf } from "../platform/http/origin.ts";
import { peekBody } from "../platform/http/peek-body.ts";
import { type FreshResponse, pathOf } from "../platform/http/public-cache.ts";
import { blank, fillPage } from "./filled-page.ts";
import { composeContact } from "./page-content.ts";

/** The longest message, in letters that take nine bytes in a form. */
const FORM_MAX_BYTES = 128 * 1024;
const FIELDS = ["form", "website", "name", "email", "message"] as const;
const MAX_FIELDS = 10;
/** In a body as it is sent: what the site makes needs no decoding. */
const FORM_FIELD = /(?:^|&)form=([\w.-]*)(?:&|$)/;
const FORM = "application/x-www-form-urlencoded";
const SENT = `${paths.contact}?sent`;

/** A page that is made for each visitor, while it is. */
export type FreshPage = {
  isOn(): boolean;
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  sendContent(reply: FastifyReply): Promise<FastifyReply>;
};

type Fields = { [field in (typeof FIELDS)[number]]?: string | undefined };
type Refusal = { status: number; retryAfterSeconds?: number | undefined; shown: Partial<ContactFormState> };
type Take = (deps: Deps, form: MessageForm, address: string) => Promise<unknown>;
type Filled = { type: string; body: Buffer };
type Render = (path: string, content: PageContent) => Promise<FreshResponse>;

/** For so long, a network that has sent too many is refused without reading the count again. */
const REMEMBERED_MS = 10_000;
const REMEMBERED_NETWORKS = 1_000;
/**
 * How often one form is shown again as it was filled in, which takes four times as long as sending a page that is ready. Nobody
 * makes as many mistakes in one message, and a form that the site did not make is not a person's.
 */
const FILLED_PAGES = 20;
const REMEMBERED_FORMS = 10_000;

/** Pages that differ in which of five fields are wrong, and the thanks: all of them, or a bot could have each rendered again. */
const KEPT_PAGES = 2 ** 5 + 1;
const VALUES = { name: blank("name"), email: blank("email"), message: blank("message") };

export type ContactForm = FreshPage & {
  routes(app: FastifyInstance): void;
  /** Before Fastify, like cached pages. False for what is no form, or is not refused. */
  sendRefused(request: IncomingMessage, response: ServerResponse): false | Promise<boolean>;
};

/**
 * The contact page while its form is on. Each visitor gets a signed form, so the page is never cached. The form is sent by
 * the browser itself and works without a script. A page is rendered once and filled in for each visitor: unauthenticated
 * clients can have as many forms refused as they like.
 */
export function contactForm(deps: Deps, render: Render, headers: () => Record<string, string>): ContactForm {
  const keep = cacheUntilChange(deps.changes, KEPT_PAGES);
  const keepReady = cacheUntilChange(deps.changes, KEPT_PAGES);
  const refusals = new LRUCache<string, number>({ max: REMEMBERED_FORMS });
  const refused = new LRUCache<string, { refusal: Refusal; untilMs: number }>({ max: REMEMBERED_NETWORKS });
  const pageWith = (wrong: string[], is_sent: boolean) =>
    keep(`${is_sent} ${wrong}`, async () => {
      const errors = Object.fromEntries(wrong.map((field) => [field, blank(`error:${field}`)]));
      const form: ContactFormState = { value: blank("form"), is_sent, errors, values: VALUES };
      const { type, body } = await render(paths.contact, await composeContact(deps, form));
      return { type, fill: fillPage(body.toString()) };
    });

  async function fill(headers: IncomingHttpHeaders, shown: Partial<ContactFormState>): Promise<Filled> {
    const { value = newContactForm(deps), is_sent = false, errors = {}, values } = shown;
    const wrong = Object.entries(errors);
    const { type, fill } = await pageWith(wrong.map(([field]) => field).sort(), is_sent);
    const reasons = Object.fromEntries(wrong.map(([field, reason]) => [`error:${field}`, reason]));
    return { type, body: fill({ form: value, ...values, ...reasons }, originOf(deps.config, headers)) };
  }

  async function show({ headers }: FastifyRequest, reply: FastifyReply, shown: Partial<ContactFormState>) {
    const { type, body } = await fill(headers, shown);
    return unstored(reply).type(type).send(body);
  }

  /** Undefined for a form that `take` takes. */
  async function refusalOf(sent: Fields, address: string, take: Take): Promise<Refusal | undefined> {
    const { form: value = "", name = "", email = "", message = "" } = sent;
    const values = { name, email, message };
    const { data, error } = MessageForm.safeParse(sent, { error: describeIssue });
    if (!data) {
      const errors = Object.fromEntries(error.issues.map(({ path, message }) => [path[0], message]));
      return { status: 422, shown: { value, values, errors } };
    }
    try {
      await take(deps, data, address);
      return undefined;
    } catch (error) {
      if (!(error instanceof AppError) || (error.status !== 422 && error.status !== 429)) throw error;
      const { status, retryAfterSeconds, message } = error;
      const errors = { form: message };
      if (retryAfterSeconds === undefined) return { status, shown: { values, errors } };
      const untilMs = deps.now().getTime() + Math.min(REMEMBERED_MS, retryAfterSeconds * 1000);
      refused.set(networkOf(address), { refusal: { status, retryAfterSeconds, shown: { errors } }, untilMs });
      // The form of a refused network is not used up.
      return { status, retryAfterSeconds, shown: { value, values, errors } };
    }
  }

  async function receiveForm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    requireContactForm(deps);
    // Only the parser below reads bodies of this route.
    const sent = (request.body ?? {}) as Fields;
    const refusal = await refusalOf(sent, request.ip, receiveMessage);
    if (!refusal) return unstored(reply).redirect(SENT, 303);
    const { status, retryAfterSeconds, shown } = refusal;
    if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
    return show(request, reply.status(status), shown);
  }

  /** Without what was entered, which the page's program keeps, and without a form that can be sent. */
  const readyPage = (message: string, encoding: Encoding | undefined) =>
    keepReady(`${encoding} ${message}`, async () => {
      const { type, fill } = await pageWith(["form"], false);
      const page = fill({ "error:form": message }, "");
      const bytes = encoding ? await COMPRESS[encoding](page) : page;
      const encoded = encoding ? ["content-encoding", encoding] : [];
      return { bytes, head: [...headOf(type, bytes), "vary", "accept-encoding", ...encoded] };
    });
  const headOf = (type: string, { length }: Buffer): string[] => [
    ...Object.entries(headers()).flat(),
    ...["cache-control", "no-store", "content-type", type, "content-length", `${length}`],
  ];

  /** What would cost more is not looked at: a form of this site, and one that was not refused again and again. */
  function refusedAtOnce(form: string, network: string): Refusal | undefined {
    const stale = { status: 422, shown: { errors: { form: STALE } } };
    // Only forms of this site are counted.
    if ((refusals.get(form) ?? 0) < FILLED_PAGES) return nonceOf(deps, form) === undefined ? stale : undefined;
    const known = refused.get(network);
    if (!known) return stale;
    if (deps.now().getTime() < known.untilMs) return known.refusal;
    refused.delete(network);
    return undefined;
  }

  /** What cannot be stored is refused here, and everything else is left to Fastify. */
  async function sendRefusal(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const startedAt = performance.now();
    const body = await peekBody(request, FORM_MAX_BYTES);
    if (!body) return false;
    const text = body.toString();
    const address = ipOf(deps.config, request);
    const form = FORM_FIELD.exec(text)?.[1] ?? "";
    const atOnce = refusedAtOnce(form, networkOf(address));
    const refusal = atOnce ?? (await refusalOf(readFields(text), address, judgeMessage));
    if (!refusal) return false;
    const { status, retryAfterSeconds, shown } = refusal;
    const retry = retryAfterSeconds === undefined ? [] : ["retry-after", `${retryAfterSeconds}`];
    if (atOnce) {
      const { bytes, head } = await readyPage(shown.errors?.form ?? "", chooseEncoding(request));
      response.writeHead(status, [...head, ...retry]).end(bytes);
    } else {
      refusals.set(form, (refusals.get(form) ?? 0) + 1);
      const page = await fill(request.headers, shown);
      response.writeHead(status, [...headOf(page.type, page.body), ...retry]).end(page.body);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    deps.metrics.countRequest({ method: "POST", route: paths.contact, status, seconds });
    return true;
  }

  const isOn = () => deps.site.current().contact_form;
  return {
    isOn,
    send: (request, reply) => show(request, reply, { is_sent: request.url.endsWith(SENT) }),
    async sendContent(reply) {
      const form = { value: newContactForm(deps), is_sent: false, errors: {}, values: {} };
      const body = JSON.stringify(packContent(await composeContact(deps, form)));
      return unstored(reply).type("application/json; charset=utf-8").send(body);
    },
    routes(app) {
      app.addContentTypeParser(FORM, { parseAs: "string", bodyLimit: FORM_MAX_BYTES }, (_request, body, done) =>
        done(null, readFields(String(body))),
      );
      app.post(paths.contact, receiveForm);
    },
    // Fastify's route says what is wrong when the database does not respond.
    sendRefused: (request, response) =>
      isOn() && isPost(request) && sendRefusal(request, response).catch(() => response.headersSent),
  };
}

const isPost = ({ method, url = "", headers }: IncomingMessage) =>
  method === "POST" && pathOf(url) === paths.contact && headers["content-type"]?.startsWith(FORM) === true;

const unstored = (reply: FastifyReply) => reply.header("cache-control", "no-store");

/** No more than there can be: a long list of empty ones would take longer to read than to send. */
function readFields(body: string): Fields {
  const sent = new URLSearchParams(body.split("&", MAX_FIELDS).join("&"));
  return Object.fromEntries(FIELDS.map((name) => [name, sent.get(name) ?? undefined]));
}
