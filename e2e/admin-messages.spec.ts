import { updateSite } from "../contract/site.ts";
import { expectAccessible } from "./accessible.ts";
import { announcement, expect, expectToFit, test, undoOf } from "./admin-site.ts";

/** Lower than the texts above the form. */
const PHONE = { width: 390, height: 400 };
const FORM_MIN_AGE_MS = 3_000;

test("a visitor writes without JavaScript, and the owner reads, deletes and restores", async ({
  page,
  site,
  browser,
}) => {
  await site.admin.call(updateSite, { body: { contact_form: true, about: "I photograph harbours.\n\n".repeat(4) } });
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url, viewport: PHONE });
  const visitor = await context.newPage();
  await visitor.goto("/contact");
  const openedAt = Date.now();
  await visitor.getByLabel("Name").fill("Jonas Berg");
  await visitor.getByLabel("Email").fill("jonas@example.com");
  await visitor.getByRole("textbox", { name: "Message" }).fill("Is the harbour print for sale?");
  // The server takes a form that is filled in faster for a bot's.
  await expect.poll(() => Date.now() - openedAt, { timeout: 10_000 }).toBeGreaterThan(FORM_MIN_AGE_MS);
  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(visitor.getByText("Thank you. Your message was sent.")).toBeInViewport();
  await context.close();

  await page.goto("/admin/messages");
  const message = page.getByRole("article", { name: "Message from Jonas Berg" });
  await expect(message).toContainText("Is the harbour print for sale?");
  await expect(page.getByRole("link", { name: "Messages" })).toContainText("1");
  await expect(message.getByRole("link", { name: "Reply" })).toHaveAttribute("href", /^mailto:jonas%40example\.com\?/);
  await expectAccessible(page);
  await message.getByRole("button", { name: "Mark as read" }).click();
  await expect(announcement(page)).toHaveText("Message from Jonas Berg marked as read");
  await expect(page.getByRole("link", { name: "Messages" })).not.toContainText("1");
  await message.getByRole("button", { name: "Delete" }).click();
  await expect(message).toBeHidden();
  await undoOf(page, "Message from Jonas Berg deleted").click();
  await expect(message).toBeVisible();
  await expectToFit(page, 390);
  await message.getByRole("button", { name: "Delete" }).click();

  await test.step("what a visitor has typed survives a reload and Back, until it is sent", async () => {
    const text = page.getByRole("textbox", { name: "Message" });
    // On a slow connection, the program arrives long after the form.
    await page.route("**/assets/gallery-client-*.js", () => {});
    await page.goto("/contact", { waitUntil: "domcontentloaded" });
    await page.getByLabel("Name").fill("Ida");
    await text.fill("Do you still have it?");
    await page.reload({ waitUntil: "domcontentloaded" });
    await page.getByLabel("Name").fill("Ida Berg");
    await page.unroute("**/assets/gallery-client-*.js");
    await page.reload();
    await expect(text).toHaveValue("Do you still have it?");
    await expect(page.getByLabel("Name")).toHaveValue("Ida Berg");
    await page.locator("html[data-awake]").waitFor();
    await page.getByRole("banner").getByRole("link").first().click();
    await page.getByRole("link", { name: "Contact" }).click();
    await expect(text).toHaveValue("Do you still have it?");
    const openedAt = Date.now();
    await page.getByLabel("Email").fill("ida@example.com");
    await expect.poll(() => Date.now() - openedAt, { timeout: 10_000 }).toBeGreaterThan(FORM_MIN_AGE_MS);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("link", { name: "Write another message" }).click();
    await expect(text).toHaveValue("");
  });
});
