import { loadBuiltAdmin } from "../../rig/built-admin.ts";
import { expect, ORIGIN, serveAdmin, test } from "./admin.ts";

test("an admin area that cannot start explains why", async ({ page, browser }) => {
  await test.step("its root is missing", async () => {
    const { html } = await loadBuiltAdmin();
    await page.route("**/admin/login", (route) =>
      route.fulfill({ contentType: "text/html", body: html.toString().replace('id="root"', 'id="other"') }),
    );
    await page.goto("/admin/login");
    await expect(page.getByText("Failed to load application")).toBeVisible();
  });

  await test.step("its program does not load", async () => {
    await page.route(/\/assets\/admin-client-.*\.js/, (route) => route.abort());
    await page.goto("/admin");
    await expect(page.getByText("Failed to load application")).toBeVisible();
  });

  await test.step("without JavaScript it says that it needs it", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await serveAdmin(plain);
    await plain.goto(`${ORIGIN}/admin`);
    // Not by text: Playwright passes over what is inside noscript.
    await expect(plain.locator("noscript p")).toHaveText("The admin area needs JavaScript.");
    await expect(plain.locator("noscript p")).toBeVisible();
    await expect(plain.getByText("Failed to load application")).toBeHidden();
    await context.close();
  });

  await test.step("the browser denies storage", async () => {
    const context = await browser.newContext();
    await context.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("Access is denied", "SecurityError");
        },
      });
    });
    const denied = await context.newPage();
    await serveAdmin(denied);
    await denied.goto(`${ORIGIN}/admin`);
    await expect(denied.getByText("Failed to load application")).toBeVisible();
    await context.close();
  });
});
