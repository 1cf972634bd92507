import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { MessageForm } from "../../contract/messages.ts";
import { packContent } from "../../contract/page-json.ts";
import type { ContactFormState, PageContent } from "../../contract/pages.ts";
import { paths } from "../../contract/paths.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { newContactForm, receiveMessage, requireContactForm } from "../features/messages/messages.service.ts";
import { cacheUntilChange } from "../library/cache-until-change.ts";
import { describeIssue } from "../platform/http/describe-issue.ts";
import { originOf } from "../platform/http/origin.ts";
import type { FreshResponse } from "../platform/http/public-cache.ts";
import { blank, fillPage } from "./filled-page.ts";
import { composeContact } from "./page-content.ts";

/** The longest message, in letters that take nine bytes in a form. */
const FORM_MAX_BYTES = 128 * 1024;
/** The page has five. */
const MAX_FIELDS = 10;
const SENT = `${paths.contact}?sent`;

/** A page that is made for each visitor, while it is. */
export type FreshPage = {
  isOn(): boolean;
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  sendContent(reply: FastifyReply): Promise<FastifyReply>;
};

type Render = (path: string, content: PageContent) => Promise<FreshResponse>;

/** Pages that differ in which fields are wrong. */
const KEPT_PAGES = 32;
const VALUES = { name: blank("name"), email: blank("email"), message: blank("message") };

/**
 * The contact page while its form is on. Each visitor gets a signed form, so the page is never cached. The form is sent by
 * the browser itself and works without a script. A page is rendered once and filled in for each visitor: unauthenticated
 * clients can have as many forms refused as they like.
 */
export function contactForm(deps: Deps, render: Render): FreshPage & { routes(app: FastifyInstance): void } {
  const keep = cacheUntilChange(deps.changes, KEPT_PAGES);
  const pageWith = (wrong: string[], is_sent: boolean) =>
    keep(`${is_sent} ${wrong}`, async () => {
      const errors = Object.fromEntries(wrong.map((field) => [field, blank(`error:${field}`)]));
      const form: ContactFormState = { value: blank("form"), is_sent, errors, values: VALUES };
      const { type, body } = await render(paths.contact, await composeContact(deps, form));
      return { type, fill: fillPage(body.toString()) };
    });

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    shown: Partial<ContactFormState>,
  ): Promise<FastifyReply> {
    const { value = newContactForm(deps), is_sent = false, errors = {}, values } = shown;
    const wrong = Object.entries(errors);
    const { type, fill } = await pageWith(wrong.map(([field]) => field).sort(), is_sent);
    const reasons = Object.fromEntries(wrong.map(([field, reason]) => [`error:${field}`, reason]));
    const body = fill({ form: value, ...values, ...reasons }, originOf(deps.config, request.headers));
    return unstored(reply).type(type).send(body);
  }

  async function receiveForm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    requireContactForm(deps);
    // Only the parser below reads bodies of this route.
    const sent = (request.body ?? {}) as Record<string, string>;
    const { form: value = "", name = "", email = "", message = "" } = sent;
    const values = { name, email, message };
    const { data, error } = MessageForm.safeParse(sent, { error: describeIssue });
    if (!data) {
      const errors = Object.fromEntries(error.issues.map(({ path, message }) => [path[0], message]));
      return show(request, reply.status(422), { value, values, errors });
    }
    try {
      await receiveMessage(deps, data, request.ip);
      return unstored(reply).redirect(SENT, 303);
    } catch (error) {
      if (!(error instanceof AppError) || (error.status !== 422 && error.status !== 429)) throw error;
      if (error.retryAfterSeconds) reply.header("retry-after", error.retryAfterSeconds);
      return show(request, reply.status(error.status), { values, errors: { form: error.message } });
    }
  }

  return {
    isOn: () => deps.site.current().contact_form,
    send: (request, reply) => show(request, reply, { is_sent: request.url.endsWith(SENT) }),
    async sendContent(reply) {
      const form = { value: newContactForm(deps), is_sent: false, errors: {}, values: {} };
      const body = JSON.stringify(packContent(await composeContact(deps, form)));
      return unstored(reply).type("application/json; charset=utf-8").send(body);
    },
    routes(app) {
      app.addContentTypeParser(
        "application/x-www-form-urlencoded",
        { parseAs: "string", bodyLimit: FORM_MAX_BYTES },
        (_request, body, done) => done(null, readFields(String(body))),
      );
      app.post(paths.contact, receiveForm);
    },
  };
}

const unstored = (reply: FastifyReply) => reply.header("cache-control", "no-store");

/** No more than there can be: a long list of empty ones would take longer to read than to send. */
const readFields = (body: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(body.split("&", MAX_FIELDS).join("&")));
