import { connect } from "node:net";
import { expect, test } from "vitest";
import { getContactForm, listMessages } from "../../contract/messages.ts";
import { updateSite } from "../../contract/site.ts";
import { recordStatements } from "../../rig/server/record-statements.ts";
import { type OwnServer, startTestServer } from "../../rig/server/start-test-server.ts";

const NOTE = { name: "Jonas", email: "jonas@example.com", message: "Is the harbour print for sale?" };
const TYPE = "application/x-www-form-urlencoded";
const NETWORK_LIMIT = 20;

async function startWithForm(): Promise<OwnServer> {
  const server = await startTestServer({ TRUST_PROXY: "1" });
  await server.admin.call(updateSite, { body: { contact_form: true } });
  return server;
}

async function readyForm({ node, clock }: OwnServer): Promise<string> {
  const { form } = await node.visitor.call(getContactForm);
  clock.advanceMs(3_000);
  return form;
}

/** To one node: each remembers its own refusals, and the tests count its statements. */
const post = ({ node }: OwnServer, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  node.visitor.fetch("/contact", {
    method: "POST",
    headers: { "content-type": TYPE, "x-forwarded-for": "192.0.2.1", ...headers },
    body: new URLSearchParams(fields).toString(),
    redirect: "manual",
  });

test("a form is refused before the framework, without a write and with what was entered", async () => {
  const server = await startWithForm();
  for (let sent = 0; sent < NETWORK_LIMIT; sent++) {
    expect((await post(server, { ...NOTE, form: await readyForm(server) })).status).toBe(303);
  }
  const form = await readyForm(server);
  const refusals = [
    { fields: { ...NOTE, email: "nobody", form }, status: 422, says: "Enter an email address", statements: 0 },
    { fields: { ...NOTE, form }, status: 429, says: "Too many attempts.", statements: 1 },
  ];

  for (const { fields } of refusals) await (await post(server, fields)).text();
  for (const { fields, status, says, statements } of refusals) {
    let page = "";
    const made = await recordStatements(server.deps, async () => {
      const response = await post(server, fields);
      expect([says, response.status]).toEqual([says, status]);
      expect(Number(response.headers.get("retry-after")) > 0).toBe(status === 429);
      // Fastify would have given it one.
      expect(response.headers.get("x-request-id")).toBeNull();
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "cache-control": "no-store",
        "content-type": "text/html; charset=utf-8",
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringContaining("default-src 'none'"),
      });
      page = await response.text();
    });
    expect(page).toContain(says);
    expect(page).toContain(NOTE.message);
    expect(made).toHaveLength(statements);
  }
  // Whom a limit counts is the same before the framework and in it: another network is not refused.
  expect((await post(server, { ...NOTE, form }, { "x-forwarded-for": "192.0.2.1, 198.51.100.7" })).status).toBe(303);
  expect(await listAll(server)).toHaveLength(NETWORK_LIMIT + 1);
});

test("a form that the site did not make, and one that is refused again and again, get a page that is ready", async () => {
  const server = await startWithForm();
  const form = await readyForm(server);
  const mistake = async () => (await post(server, { ...NOTE, email: "nobody", form })).text();
  for (let sent = 0; sent < 20; sent++) expect(await mistake()).toContain(NOTE.message);
  await (await post(server, { ...NOTE, form: "x" }, { "accept-encoding": "br" })).text();

  for (const made of [{ form: "x" }, { form: `${form}x` }, { form, email: "nobody" }]) {
    let page = "";
    const statements = await recordStatements(server.deps, async () => {
      const response = await post(server, { ...NOTE, ...made }, { "accept-encoding": "br" });
      expect([response.status, response.headers.get("content-encoding")]).toEqual([422, "br"]);
      page = await response.text();
    });
    expect(page).toContain("This form has expired or was already sent. Load the page again.");
    expect(page).not.toContain(NOTE.message);
    expect(statements).toEqual([]);
  }
  expect(await (await post(server, { ...NOTE, email: "", form: await readyForm(server) })).text()).toContain(
    NOTE.message,
  );
});

test("a form that arrives in pieces, without its length or not at all is treated as any other", async () => {
  const server = await startWithForm();
  const body = new URLSearchParams({ ...NOTE, form: await readyForm(server) }).toString();
  const head = `POST /contact HTTP/1.1\r\nHost: a.example\r\nContent-Type: ${TYPE}\r\n`;
  const half = Math.floor(body.length / 2);

  const gone = connect(Number(new URL(server.node.url).port), "127.0.0.1");
  gone.end(`${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, half)}`);
  await new Promise((resolve) => gone.once("close", resolve).resume());

  const socket = connect(Number(new URL(server.node.url).port), "127.0.0.1");
  const next = () => new Promise<string>((resolve) => socket.once("data", (bytes) => resolve(bytes.toString())));
  const refused = `${new URLSearchParams({ ...NOTE, form: "x" })}`;
  socket.write(`${head}Content-Length: ${refused.length}\r\n\r\n${refused.slice(0, 5)}`);
  await server.node.visitor.fetch("/healthz");
  socket.write(refused.slice(5));
  expect(await next()).toMatch(/^HTTP\/1.1 422/);
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n${refused.length.toString(16)}\r\n${refused}\r\n0\r\n\r\n`);
  expect(await next()).toMatch(/^HTTP\/1.1 422/);
  // The same connection goes on, and what is not refused is read again by the framework.
  socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, half)}`);
  await server.node.visitor.fetch("/healthz");
  socket.write(`${body.slice(half)}GET /healthz HTTP/1.1\r\nHost: a.example\r\n\r\n`);
  expect(await next()).toMatch(/^HTTP\/1.1 303/);
  socket.destroy();
  expect(await listAll(server)).toMatchObject([NOTE]);
});

const listAll = async ({ admin }: OwnServer) => (await admin.call(listMessages)).messages;
