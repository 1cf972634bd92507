import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { MessageForm } from "../../contract/messages.ts";
import { packContent } from "../../contract/page-json.ts";
import type { ContactFormState, PageContent } from "../../contract/pages.ts";
import { paths } from "../../contract/paths.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { admitSender, newContactForm, receiveMessage } from "../features/messages/messages.service.ts";
import { describeIssue } from "../platform/http/describe-issue.ts";
import { composeContact } from "./page-content.ts";

const FORM_MAX_BYTES = 256 * 1024;
const SENT = `${paths.contact}?sent`;

/** A page that is made for each visitor, while it is. */
export type FreshPage = {
  isOn(): boolean;
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  sendContent(reply: FastifyReply): Promise<FastifyReply>;
};

type Render = (request: FastifyRequest, reply: FastifyReply, content: PageContent) => Promise<FastifyReply>;

/**
 * The contact page while its form is on. Each visitor gets a signed form, so the page is never cached. The form is sent by
 * the browser itself and works without a script.
 */
export function contactForm(deps: Deps, render: Render): FreshPage & { routes(app: FastifyInstance): void } {
  async function contentWith(state: Partial<ContactFormState>): Promise<PageContent> {
    const form = { value: newContactForm(deps), is_sent: false, errors: {}, values: {}, ...state };
    return composeContact(deps, form);
  }

  const unstored = (reply: FastifyReply) => reply.header("cache-control", "no-store");

  async function receiveForm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // Only the parser below reads bodies of this route.
    const sent = (request.body ?? {}) as Record<string, string>;
    const { form: value = "", name = "", email = "", message = "" } = sent;
    const values = { name, email, message };
    try {
      await admitSender(deps, request.ip);
      const { data, error } = MessageForm.safeParse(sent, { error: describeIssue });
      if (data) {
        await receiveMessage(deps, data);
        return unstored(reply).redirect(SENT, 303);
      }
      const errors = Object.fromEntries(error.issues.map(({ path, message }) => [path[0], message]));
      return render(request, unstored(reply).status(422), await contentWith({ value, values, errors }));
    } catch (error) {
      if (!(error instanceof AppError) || (error.status !== 422 && error.status !== 429)) throw error;
      if (error.retryAfterSeconds) reply.header("retry-after", error.retryAfterSeconds);
      const content = await contentWith({ values, errors: { form: error.message } });
      return render(request, unstored(reply).status(error.status), content);
    }
  }

  return {
    isOn: () => deps.site.current().contact_form,
    send: async (request, reply) =>
      render(request, unstored(reply), await contentWith({ is_sent: request.url.endsWith(SENT) })),
    async sendContent(reply) {
      const body = JSON.stringify(packContent(await contentWith({})));
      return unstored(reply).type("application/json; charset=utf-8").send(body);
    },
    routes(app) {
      app.addContentTypeParser(
        "application/x-www-form-urlencoded",
        { parseAs: "string", bodyLimit: FORM_MAX_BYTES },
        (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
      );
      app.post(paths.contact, receiveForm);
    },
  };
}
