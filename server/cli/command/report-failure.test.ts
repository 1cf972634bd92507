import { hostname } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { runCommand } from "../../../rig/server/run-command.ts";
import { startTestServer } from "../../../rig/server/start-test-server.ts";
import { startMailServer } from "../../../rig/smtp.ts";

const args = ["--unit", "vitrine-backup"];
const input = "12:00 the disk that holds /var/backups/vitrine is full\n";

test("the owner gets an email when a service has failed, with the end of its log", async () => {
  const { deps } = await startTestServer();
  const mail = await startMailServer();
  onTestFinished(mail.close);
  const env = { SMTP_URL: mail.url };

  const told = await runCommand("report-failure", deps.config, args, { input, env });
  const away = { dataDir: "/nowhere", databaseUrl: undefined };
  const nobody = await runCommand("report-failure", away, args, { input, env });
  const withAddress = { ...env, ADMIN_EMAIL: "owner@example.com" };
  const without = await runCommand("report-failure", away, args, { input, env: withAddress });

  expect(told).toMatchObject({ code: 0, err: "", out: "admin@example.com was told that vitrine-backup has failed\n" });
  expect(nobody).toMatchObject({ code: 2, err: "the site has no admin yet. Set ADMIN_EMAIL\n" });
  expect(without).toMatchObject({ code: 0, out: expect.stringContaining("owner@example.com") });
  expect(mail.emails).toHaveLength(2);
  expect(mail.emails[0]).toContain(`Subject: vitrine-backup has failed on ${hostname()}`);
  expect(mail.emails[0]).toContain("is full");
});

test("without a mail server, the log says that no one was told", async () => {
  const { deps } = await startTestServer();

  const silent = await runCommand("report-failure", deps.config, args, { input });

  expect(silent).toEqual({
    code: 2,
    out: "",
    err: "vitrine-backup has failed. SMTP_URL is not set, so no email says so\n",
  });
});
