import type { Page } from "@playwright/test";
import { listAlbums } from "../contract/albums.ts";
import { login } from "../contract/auth.ts";
import { createClient } from "../rig/client.ts";
import { startServer } from "../rig/server.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, expectToFit, message, test } from "./admin-site.ts";

const EMAIL = "owner@example.org";
const PASSWORD = "a long password";
const NEW_PASSWORD = "another horse battery";

test("a new owner sets the password, takes the first steps, and changes the account", async ({ browser }) => {
  // A site for this test alone: others begin with a password, and share sessions that this one ends.
  const server = await startServer({ ADMIN_EMAIL: EMAIL, PUBLIC_URL: "https://photos.example.org" });
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  try {
    const { hash } = new URL(await server.setupLink());
    expect(hash).toMatch(/^#setup=./);
    await page.goto(`/admin/login${hash}`);
    await test.step("the first start asks for a password", () => setPassword(page));
    await test.step("the checklist leads through the first steps", () => takeFirstSteps(page));

    await test.step("once set, the password cannot be set at the login", async () => {
      await page.getByRole("button", { name: "Logout" }).click();
      await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
      await page.getByRole("button", { name: "Set admin password" }).click();
      await expect(page.getByText("The admin password is already set.")).toBeVisible();
      await expect(page.getByRole("textbox")).toHaveCount(0);
      await page.getByRole("button", { name: "Sign in instead" }).click();
      await page.getByLabel("Email").fill(EMAIL);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page.getByRole("heading", { name: "All content" })).toBeVisible();
    });

    const visitor = createClient(server.url);
    for (let device = 0; device < 2; device++) {
      await visitor.call(login, { body: { email: EMAIL, password: PASSWORD } });
    }
    await page.getByRole("link", { name: "Account", exact: true }).click();
    await test.step("name and email", () => changeProfile(page));
    await test.step("sessions on other devices end", () => endSessions(page));
    await test.step("a token for another program", () => makeToken(page, server.url));
    await test.step("password", () => changePassword(page));
    await expectToFit(page, 390);
    await visitor.call(login, { body: { email: "ada@example.org", password: NEW_PASSWORD } });
  } finally {
    await context.close();
    await server.stop();
  }
});

/** With the configured email, and the code from the link. */
async function setPassword(page: Page) {
  await expect(page.getByLabel("Email")).toHaveValue(EMAIL);
  await expect(page.getByLabel("Email")).not.toBeEditable();
  await expectAccessible(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set up your site");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByLabel("Name")).toBeFocused();
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription("Fill in this field");
  await expect(page).toHaveTitle("Error: Set up your site");
  await page.getByRole("button", { name: "Show what you type" }).first().click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill("another password");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("alert")).toHaveText("The two passwords differ");
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("heading", { name: "All content" })).toBeVisible();
}

/** The checklist of a new owner shrinks as the steps are done, and is gone once it is dismissed. */
async function takeFirstSteps(page: Page) {
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps.getByText("0 of 5 done")).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page, 390);
  await page.setViewportSize({ width: 1280, height: 720 });
  const site = page.waitForEvent("popup");
  await steps.getByRole("link", { name: "Look at your site" }).click();
  await (await site).close();
  await expect(steps.getByText("1 of 5 done")).toBeVisible();

  await steps.getByRole("link", { name: "Write about yourself" }).click();
  await expect(page.getByRole("heading", { name: "About you" })).toBeInViewport();
  await page.getByLabel("About", { exact: true }).fill("I take photos.");
  await page.getByLabel("Name of the site").fill("Ada");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Saved", { exact: true })).toHaveCount(2);
  await page.getByRole("link", { name: "All content" }).click();
  await expect(steps.getByText("3 of 5 done")).toBeVisible();
  await expect(steps.getByRole("link")).toHaveText(["Make an album", "Add photos"]);

  await steps.getByRole("button", { name: "Dismiss" }).click();
  await expect(message(page, "First steps dismissed")).toBeVisible();
  await expect(steps).toBeHidden();
  await page.keyboard.press("Control+z");
  await expect(steps).toBeVisible();
  await steps.getByRole("button", { name: "Dismiss" }).click();
  await expect(steps).toBeHidden();
}

async function changeProfile(page: Page) {
  await expect(page.getByRole("link", { name: "Account", exact: true })).toHaveAttribute("aria-current", "page");
  const profile = page.getByRole("region", { name: "Name and email" });
  await expect(profile.getByLabel("Email")).toHaveValue(EMAIL);
  await expectAccessible(page);
  await profile.getByLabel("Name").fill("Ada Lovelace");
  await profile.getByLabel("Email").fill("ada@example.org");
  await profile.getByLabel("Current password").fill("not the password");
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(profile.getByRole("alert")).toHaveText("This is not your current password");
  await profile.getByLabel("Current password").fill(PASSWORD);
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(message(page, "Account saved")).toBeVisible();
  await expect(profile.getByLabel("Current password")).toHaveValue("");
  await expect(profile.getByRole("button", { name: "Save" })).toBeFocused();
}

async function endSessions(page: Page) {
  const sessions = page.getByRole("region", { name: "Sessions" });
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
}

async function makeToken(page: Page, url: string) {
  const tokens = page.getByRole("region", { name: "Tokens" });
  await tokens.getByLabel("Name of the program").fill("Lightroom");
  await tokens.getByLabel("It may").selectOption("only read");
  await tokens.getByLabel("Expires").selectOption("In a week");
  await tokens.getByRole("button", { name: "Make a token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Make the token" }).click();
  const token = await dialog.getByLabel("Token", { exact: true }).inputValue();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(tokens.getByRole("listitem")).toContainText("Lightroom");
  await expect(tokens.getByRole("listitem")).toContainText("only reads");
  await expect(tokens.getByRole("listitem")).toContainText(/not used yet · expires /);
  expect(await page.content()).not.toContain(token);

  await createClient(url, token).call(listAlbums);
  await page.reload();
  await expect(tokens.getByRole("listitem")).toContainText(/last used .+ from (127\.0\.0\.1|::1)/);
  expect(await page.content()).not.toContain(token);
  await expectAccessible(page);
  await tokens.getByRole("button", { name: "Remove token: Lightroom" }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(tokens.getByRole("listitem")).toHaveCount(0);
  expect((await createClient(url, token).refused(listAlbums)).status).toBe(401);
}

async function changePassword(page: Page) {
  const password = page.getByRole("region", { name: "Password" });
  await expect(password.getByRole("checkbox", { name: "Remove passkeys and tokens too" })).toBeChecked();
  await password.getByLabel("Current password").fill(PASSWORD);
  await password.getByLabel("New password", { exact: true }).fill("1234567890");
  await password.getByLabel("Confirm new password").fill("1234567890");
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(password.getByRole("alert")).toHaveText("This password is one of the most common ones. Choose another.");
  await password.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
  await password.getByLabel("Confirm new password").fill(NEW_PASSWORD);
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(message(page, "Password changed. Every other session has ended.")).toBeVisible();
}
