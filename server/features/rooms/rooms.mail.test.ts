import { expect, onTestFinished, test, vi } from "vitest";
import * as contract from "../../../contract/rooms.ts";
import { updateSite } from "../../../contract/site.ts";
import { advanceIntervals, soon } from "../../../rig/server/advance-intervals.ts";
import { startTestServer } from "../../../rig/server/start-test-server.ts";
import { startMailServer } from "../../../rig/smtp.ts";
import { visitRoom } from "../../../rig/visit-room.ts";

async function startWithRoom(env: Record<string, string> = { PUBLIC_URL: "https://mira.example" }) {
  advanceIntervals();
  const mail = await startMailServer();
  onTestFinished(mail.close);
  const server = await startTestServer({ SMTP_URL: mail.url, ...env });
  await server.admin.call(updateSite, { body: { email: "mira@example.com" } });
  const photo = await server.seed.photo();
  const { room } = await server.admin.call(contract.createRoom, {
    body: { title: "For Ana", photo_ids: [photo.id], selection: true },
  });
  const client = visitRoom(server, room);
  await client.pick(photo.id, { picked: true });
  return { ...server, mail, room, client };
}

test("a sent selection is mailed to the owner without the room's link, and no text of it begins another header", async () => {
  const { mail, room, client } = await startWithRoom();

  await client.send({ name: "Ana\r\nBcc: all@example.com", email: "ana@example.com", message: "Only\nthis one" });

  await soon(() => expect(mail.emails).toHaveLength(1));
  const [headers = "", body = ""] = mail.emails[0]?.split("\r\n\r\n", 1).concat(mail.emails[0]) ?? [];
  expect(headers).toContain("To: mira@example.com");
  expect(headers).toMatch(/^Subject: .*selection from Ana Bcc: all@example\.com/m);
  expect(headers).toMatch(/^Reply-To: .*<ana@example\.com>/m);
  expect(headers).not.toMatch(/^Bcc:/im);
  expect(body).toContain('chose 1 photo in "For Ana".');
  expect(body).toContain("Only\r\nthis one");
  expect(body).toContain(`https://mira.example/admin/rooms/${room.id}`);
  expect(body).not.toContain(client.token);
});

test("without the site's address, the email says where to find the selection in words", async () => {
  const { mail, room, client } = await startWithRoom({});

  await client.send({ name: "Ana" });

  await soon(() => expect(mail.emails).toHaveLength(1));
  expect(mail.emails[0]).toContain('To see it, sign in to your site and open "For Ana" under Viewing rooms.');
  expect(mail.emails[0]).not.toContain(`/admin/rooms/${room.id}`);
});

test("a selection is emailed again when it is sent again, and without an address there is none to reply to", async () => {
  const { admin, mail, room, client } = await startWithRoom();
  await client.send({ name: "Ana" });
  await soon(() => expect(mail.emails).toHaveLength(1));
  expect(mail.emails[0]).not.toMatch(/^Reply-To:/im);

  await admin.call(contract.reopenSelection, { params: { id: room.id } });
  await client.send({ name: "Ana and Rui" });

  await soon(() => expect(mail.emails).toHaveLength(2));
  expect(mail.emails[1]).toContain("selection from Ana and Rui");
});

test("a mail server that refuses delays the mail about a selection and nothing else", async () => {
  const { admin, mail, room, client, clock, deps } = await startWithRoom();
  mail.isRefusing = true;
  const refused = vi.spyOn(deps.log, "warn");

  await client.send({ name: "Ana" });
  await soon(() => expect(refused).toHaveBeenCalledTimes(1));
  const { selection } = await admin.call(contract.getRoom, { params: { id: room.id } });
  expect(selection).toMatchObject({ state: "sent", name: "Ana" });

  mail.isRefusing = false;
  clock.advanceMs(61_000);
  await soon(() => expect(mail.emails).toHaveLength(1));
});

test("a selection that the owner reopens before it was mailed is not mailed", async () => {
  const { admin, mail, room, client, clock, deps } = await startWithRoom();
  mail.isRefusing = true;
  const refused = vi.spyOn(deps.log, "warn");
  await client.send({ name: "Ana" });
  await soon(() => expect(refused).toHaveBeenCalledTimes(1));

  await admin.call(contract.reopenSelection, { params: { id: room.id } });

  const row = await deps.db.selectFrom("room_selection").select("mail_at").executeTakeFirstOrThrow();
  expect(row.mail_at).toBeNull();
  mail.isRefusing = false;
  clock.advanceMs(61_000);
  await client.send({ name: "Rui" });
  await soon(() => expect(mail.emails).toHaveLength(1));
  expect(mail.emails[0]).toContain("selection from Rui");
});

test("a new round is mailed to each voice that left an address, and each sending of it to the owner", async () => {
  advanceIntervals();
  const mail = await startMailServer();
  onTestFinished(mail.close);
  const server = await startTestServer({ SMTP_URL: mail.url, PUBLIC_URL: "https://mira.example" });
  const { admin, seed } = server;
  await admin.call(updateSite, { body: { email: "mira@example.com" } });
  const ids = [(await seed.photo()).id, (await seed.photo()).id] as const;
  const { room } = await admin.call(contract.createRoom, {
    body: { title: "For all", photo_ids: [...ids], selection: true, voices: "named" },
  });
  const params = { id: room.id };
  const [ana, ben, eve] = [visitRoom(server, room), visitRoom(server, room), visitRoom(server, room)];
  await ana.enter("Ana", "ana@example.com");
  await ben.enter("Ben", "ben@example.com");
  await eve.enter("Eve");
  for (const [client, name] of [
    [ana, "Ana"],
    [ben, "Ben"],
  ] as const) {
    for (const id of ids) await client.pick(id, { picked: true });
    await client.send({ name });
  }
  await soon(() => expect(mail.emails).toHaveLength(2));
  for (const name of ["Ana", "Ben"])
    expect(mail.emails.filter((each) => each.includes(`selection from ${name}`))).toHaveLength(1);

  await admin.call(contract.startRound, { params, body: { message: "The skin is softer now" } });
  await soon(() => expect(mail.emails).toHaveLength(4));
  for (const address of ["ana@example.com", "ben@example.com"]) {
    const [invitation = "", another] = mail.emails.slice(2).filter((each) => each.includes(`To: ${address}`));
    expect(another).toBeUndefined();
    expect(invitation).toMatch(/^Subject: .*round[ _]2/m);
    expect(invitation).toContain("The skin is softer now");
    expect(invitation).not.toContain(ana.token);
  }

  await ana.pick(ids[0], { verdict: "approved" });
  await ana.pick(ids[1], { verdict: "changes", comment: "Brighter" });
  await ana.send({ name: "Ana" });
  await soon(() => expect(mail.emails).toHaveLength(5));
  expect(mail.emails[4]).toContain("To: mira@example.com");
  expect(mail.emails[4]?.replaceAll("=\r\n", "")).toContain(
    'Ana approved 1 photo in round 2 of "For all", and asked for changes to 1 photo.',
  );
  // And again when the owner lets them change it.
  await admin.call(contract.reopenSelection, { params });
  await ana.pick(ids[1], { verdict: "approved" });
  await ana.send({ name: "Ana" });
  await soon(() => expect(mail.emails).toHaveLength(6));
  expect(mail.emails[5]?.replaceAll("=\r\n", "")).toContain("Ana approved 2 photos");
});
