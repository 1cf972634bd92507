import type { BrowserContext, Page, Request } from "@playwright/test";
import { ADMIN_TOKEN_KEY } from "../contract/limits.ts";
import { ADMIN } from "../rig/server-process.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, message, test } from "./admin-site.ts";

test.use({ storageState: { cookies: [], origins: [] } });

test("the owner adds a passkey, signs in and confirms with it without typing, and removes it", async ({
  page,
  site,
  context,
}) => {
  await addVirtualAuthenticator(context, page);
  // Browsers have no passkeys at an IP address.
  const origin = site.url.replace("127.0.0.1", "localhost");
  await page.goto(`${origin}/admin/login?from=/admin/account`);
  await page.getByLabel("Email").fill(ADMIN.email);
  await page.getByLabel("Password").fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();

  const passkeys = page.getByRole("region", { name: "Passkeys" });
  await passkeys.getByLabel("Name of the passkey").fill("My laptop");
  const dialog = page.getByRole("dialog");
  await test.step("a session alone adds no passkey", async () => {
    await passkeys.getByRole("button", { name: "Add a passkey" }).click();
    await expect(dialog.getByRole("button", { name: "Use a passkey instead" })).toBeHidden();
    await expectAccessible(page);
    await dialog.getByLabel("Current password").fill("not the password");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("This is not your current password");
    // The dialog does not wait for the list behind it.
    const list = Promise.withResolvers<void>();
    await page.route("**/api/v1/admin/account", (route) => list.promise.then(() => route.continue()));
    await dialog.getByLabel("Current password").fill(ADMIN.password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog).toBeHidden();
    list.resolve();
  });
  await expect(passkeys.getByRole("listitem")).toContainText("My laptop");
  await expect(passkeys.getByRole("listitem")).toContainText("not used yet");
  await expectAccessible(page);
  await passkeys.getByRole("button", { name: "Add a passkey" }).click();
  await dialog.getByRole("button", { name: "Use a passkey instead" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("This device already has a passkey for this site.");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const isPasskeyCall = (request: Request) => request.url().includes("/api/v1/auth/passkey");
  const calls: string[] = [];
  page.on("request", (request) => isPasskeyCall(request) && calls.push(new URL(request.url()).pathname));
  // While the next screen loads, the login form is still there.
  await page.route(/AccountPage-.*\.js/, async (route) => {
    await page.evaluate(() => fetch("/api/v1/site"));
    await route.continue();
  });
  await page.goto(`${origin}/admin/login?from=/admin/account`);
  // The browser suggests the passkey, and the virtual one agrees immediately.
  await expect(page.getByRole("heading", { name: "Account", exact: true })).toBeVisible();
  await expect(passkeys.getByRole("listitem")).toContainText("last used");
  expect(calls, "no second sign-in").toEqual(["/api/v1/auth/passkey/options", "/api/v1/auth/passkey"]);
  expect(await page.evaluate((key) => localStorage.getItem(key), ADMIN_TOKEN_KEY)).not.toBeNull();

  const session = page
    .getByRole("region", { name: "Sessions" })
    .getByRole("listitem")
    .filter({ hasText: "This session" });
  await expect(session).toContainText("with My laptop");

  await test.step("the passkey confirms a new name", async () => {
    const profile = page.getByRole("region", { name: "Name and email" });
    await profile.getByLabel("Name").fill("Ada L.");
    await profile.getByRole("button", { name: "Save with a passkey" }).click();
    await expect(message(page, "Account saved")).toBeVisible();
  });

  await passkeys.getByRole("button", { name: "Remove passkey: My laptop" }).click();
  await dialog.getByLabel("Current password").fill(ADMIN.password);
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(message(page, "Passkey removed")).toBeVisible();
  await expect(passkeys.getByRole("listitem")).toHaveCount(0);
  await expect(session).not.toContainText("with My laptop");
  await page.goto(`${origin}/admin/login`);
  await expect(page.getByRole("alert")).toContainText("This passkey could not be verified.");
});

/** A fingerprint reader in software, which always agrees. */
async function addVirtualAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
