import { login } from "../contract/auth.ts";
import { ADMIN_TOKEN_KEY } from "../contract/limits.ts";
import { startQuietSite } from "../rig/server.ts";
import { ADMIN } from "../rig/server-process.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, expectToFit, message, test } from "./admin-site.ts";

const NEW_PASSWORD = "another horse battery";

test("the owner changes name, email and password, and ends sessions on other devices", async ({ browser }) => {
  // A site for this test alone: it ends the sessions that others share.
  const site = await startQuietSite();
  try {
    const { token } = await site.visitor.call(login, { body: ADMIN });
    await site.visitor.call(login, { body: ADMIN });
    const localStorage = [{ name: ADMIN_TOKEN_KEY, value: token }];
    const context = await browser.newContext({
      baseURL: site.url,
      storageState: { cookies: [], origins: [{ origin: site.url, localStorage }] },
    });
    const page = await context.newPage();
    await page.goto("/admin/account");
    await expect(page.getByRole("link", { name: "Account", exact: true })).toHaveAttribute("aria-current", "page");
    const profile = page.getByRole("region", { name: "Name and email" });
    const password = page.getByRole("region", { name: "Password" });
    const sessions = page.getByRole("region", { name: "Sessions" });
    await expect(profile.getByLabel("Email")).toHaveValue(ADMIN.email);
    await expectAccessible(page);

    await profile.getByLabel("Name").fill("Ada Lovelace");
    await profile.getByLabel("Email").fill("ada@example.org");
    await profile.getByLabel("Current password").fill("not the password");
    await profile.getByRole("button", { name: "Save" }).click();
    await expect(profile.getByRole("alert")).toHaveText("This is not your current password");
    await profile.getByLabel("Current password").fill(ADMIN.password);
    await profile.getByRole("button", { name: "Save" }).click();
    await expect(message(page, "Account saved")).toBeVisible();
    await expect(profile.getByLabel("Current password")).toHaveValue("");
    await expect(profile.getByRole("button", { name: "Save" })).toBeFocused();

    const rows = sessions.getByRole("listitem");
    const before = await rows.count();
    await sessions
      .getByRole("button", { name: /^End session/ })
      .first()
      .click();
    await expect(rows).toHaveCount(before - 1);
    await sessions.getByRole("button", { name: "End all others" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "End all others" }).click();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("This session");

    await password.getByLabel("Current password").fill(ADMIN.password);
    await password.getByLabel("New password", { exact: true }).fill("1234567890");
    await password.getByLabel("Confirm new password").fill("1234567890");
    await password.getByRole("button", { name: "Change password" }).click();
    await expect(password.getByRole("alert")).toHaveText(
      "This password is one of the most common ones. Choose another.",
    );
    await password.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
    await password.getByLabel("Confirm new password").fill(NEW_PASSWORD);
    await password.getByRole("button", { name: "Change password" }).click();
    await expect(message(page, "Password changed. Every other session has ended.")).toBeVisible();
    await expectToFit(page, 390);
    await context.close();

    await site.visitor.call(login, { body: { email: "ada@example.org", password: NEW_PASSWORD } });
  } finally {
    await site.stop();
  }
});
