import { DEFAULT_SITE, getSiteSettings, updateSite } from "../contract/site.ts";
import { makePicture } from "../rig/make-picture.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, expectToFit, named, test } from "./admin-site.ts";

const { look, home } = DEFAULT_SITE;
const FRESH = {
  name: "Vitrine",
  about: "",
  email: "",
  social: [],
  portrait_photo_id: null,
  upload_max_mb: 10,
  look,
  home,
};

// The site is shared.
test.afterEach(({ site }) => site.admin.call(updateSite, { body: FRESH }));

test("fields save as the owner leaves them, with Undo, and the preview follows", async ({ page, site }) => {
  await page.goto("/admin/settings");
  await page.getByRole("link", { name: "Go to Site" }).click();
  const preview = page.frameLocator("iframe[title='Contact page on a desktop']");
  await page.getByRole("group", { name: "Page", exact: true }).getByText("Contact page").click();
  await expect(preview.getByRole("heading", { name: "Vitrine" })).toBeVisible();

  const name = page.getByLabel("Name of the site");
  await name.fill("Mira Holm");
  await name.press("Enter");
  await expect(preview.getByRole("heading", { name: "Mira Holm" })).toBeVisible();

  const email = page.getByLabel("Email");
  await email.fill("nobody");
  await page.getByRole("textbox", { name: "Phone" }).focus();
  await expect(email).toHaveAccessibleDescription("Enter an email address");
  await expect(email).toHaveValue("nobody");
  await email.fill("mira@example.com");
  await email.press("Enter");
  await expect(preview.getByRole("link", { name: "mira@example.com" })).toBeVisible();

  await page.getByRole("button", { name: "Add link" }).click();
  await page.getByLabel("Name of link 1").fill("Instagram");
  await page.getByLabel("Address of link 1").fill("instagram.com/mira");
  await page.getByLabel("Location").focus();
  await expect(page.getByLabel("Address of link 1")).toHaveValue("https://instagram.com/mira");

  await page.getByRole("group", { name: "Device" }).getByText("Phone").click();
  await expect(page.frameLocator("iframe[title='Contact page on a phone']").getByText("Instagram")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("heading", { name: "Site", level: 1 }).click();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByLabel("Address of link 1")).toBeHidden();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(email).toHaveValue("");

  await test.step("the accent is typed as a number: refused where it is hard to see, and undone", async () => {
    const accent = page.getByLabel("Accent colour", { exact: true });
    await accent.fill("ffff00");
    await accent.press("Enter");
    await expect(accent).toHaveAccessibleDescription(/too hard to see on the light or on the dark background/);
    await expect(accent).toHaveValue("ffff00");
    await accent.fill("2F7F9F");
    await accent.press("Enter");
    await expect(accent).toHaveValue("#2f7f9f");
    await expect(page.getByLabel("Accent colour, by eye")).toHaveValue("#2f7f9f");
    await page.getByRole("heading", { name: "Site", level: 1 }).click();
    await page.keyboard.press("ControlOrMeta+z");
    await expect(accent).toHaveValue("");
    await expect.poll(async () => (await site.admin.call(getSiteSettings)).site.look.accent).toBeNull();
  });

  await test.step("a text that the server did not get stays, also over a reload, and links keep their other half", async () => {
    const about = page.getByLabel("About", { exact: true });
    await page.context().setOffline(true);
    await about.fill("I take photos.");
    await about.press("Tab");
    await expect(page.getByRole("alert")).toContainText("About: The server cannot be reached.");
    await expect(about).toHaveAccessibleDescription(/The server cannot be reached/);
    await expect(about).toHaveValue("I take photos.");
    await page.getByRole("button", { name: "Add link" }).click();
    await page.getByLabel("Name of link 1").fill("Flickr");
    await page.context().setOffline(false);

    await page.reload();
    const links = page.getByRole("group", { name: "Links" });
    await expect(links).toContainText(/Your unsaved links from \d\d:\d\d: “?Flickr/);
    await links.getByRole("button", { name: "Restore" }).click();
    await expect(page.getByLabel("Name of link 1")).toHaveValue("Flickr");
    await links.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByLabel("Name of link 1")).toBeHidden();
    await about.locator("..").getByRole("button", { name: "Restore" }).click();
    await expect(about).toBeFocused();
    await page.getByLabel("Location").focus();
    await page.getByRole("group", { name: "Page", exact: true }).getByText("Contact page").click();
    await expect(preview.getByText("I take photos.")).toBeVisible();
    await expect(page.getByRole("group", { name: /^(Not saved|From an earlier visit)$/ })).toHaveCount(0);
  });
});

test("links are edited without a mouse, the portrait is chosen by eye, and uploads have the limit of the site", async ({
  page,
  site,
}) => {
  const [photo] = await site.photos(await site.album("Harbour"), named("me.jpg"));
  const links = ["Flickr", "Glass", "Vero"].map((label) => ({ label, url: `https://${label.toLowerCase()}.example` }));
  await site.admin.call(updateSite, { body: { social: links, upload_max_mb: 25 } });
  await page.goto("/admin/site");

  await test.step("links are added, moved and removed, each with Undo", async () => {
    const names = () =>
      page
        .getByLabel(/^Name of link/)
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    const up = page.getByRole("button", { name: "Move Vero up" });
    await up.focus();
    await up.press("Enter");
    await expect.poll(names).toEqual(["Flickr", "Vero", "Glass"]);
    await expect(up).toBeFocused();
    await page.keyboard.press("Enter");
    await expect.poll(names).toEqual(["Vero", "Flickr", "Glass"]);
    await expect(page.getByRole("button", { name: "Move Vero down" })).toBeFocused();

    // On a slow connection, Undo is pressed before the server has the change.
    const undoPressed = Promise.withResolvers<void>();
    await page.route("**/api/v1/admin/site", async (route) => {
      await undoPressed.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Remove Glass" }).press("Enter");
    await expect.poll(names).toEqual(["Vero", "Flickr"]);
    await expect(page.getByLabel("Name of link 2")).toBeFocused();
    await page.keyboard.press("ControlOrMeta+z");
    undoPressed.resolve();
    await expect.poll(names).toEqual(["Vero", "Flickr", "Glass"]);

    await page.getByRole("button", { name: "Add link" }).press("Enter");
    await expect(page.getByLabel("Name of link 4")).toBeFocused();
  });

  await test.step("the portrait, on a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Choose a photo" }).click();
    await page.getByRole("dialog").getByRole("radio", { name: photo?.title }).click();
    await page.getByRole("button", { name: "Use as portrait" }).click();
    await expect(page.getByRole("main").getByRole("img", { name: photo?.title })).toBeVisible();
    await expect(page.getByRole("button", { name: "Remove", exact: true })).toBeVisible();
    await expectToFit(page, 390);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("home and look are chosen by pictures, and the preview follows each", async () => {
    const html = page.frameLocator("iframe[title='Home page on a desktop']").locator("html");
    await page.getByRole("group", { name: "Paper" }).getByRole("radio", { name: "Warm paper" }).press("Space");
    await expect(html).toHaveAttribute("data-paper", "warm");
    await page.getByRole("group", { name: "Typeface" }).getByText("EB Garamond and Jost").click();
    await expect(html).toHaveAttribute("data-typeface", "garamond");
    await page.getByRole("group", { name: "Home page" }).getByText("An album").click();
    await expect(page.getByLabel("Album of the home page")).toHaveValue(/\d/);
    await expect(html.getByRole("heading", { name: "Harbour" })).toBeVisible();
    await page.getByRole("heading", { name: "Site", level: 1 }).click();
    await page.keyboard.press("ControlOrMeta+z");
    await expect(page.getByRole("radio", { name: "Your categories" })).toBeChecked();
  });

  await test.step("an icon is uploaded, cropped with the keyboard, and removed; an SVG is refused", async () => {
    const icon = page.getByLabel("Icon, from this device");
    await icon.setInputFiles({ name: "a.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
    await expect(page.getByRole("alert").filter({ hasText: "Export the photo as" })).toBeVisible();
    const buffer = await makePicture({ width: 400, height: 200 });
    await icon.setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
    const across = page.getByRole("slider", { name: "What the icon keeps in view, from left to right" });
    await expect(across).toHaveValue("50");
    await across.press("Home");
    await expect.poll(async () => (await site.admin.call(getSiteSettings)).site.pictures.icon?.focal_point?.x).toBe(0);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Remove icon" }).click();
    await expect(page.getByRole("button", { name: "Upload icon" })).toBeVisible();
  });

  await test.step("the upload dialog names the limit", async () => {
    await page
      .getByRole("navigation", { name: "Admin" })
      .getByRole("link", { name: /^Harbour/ })
      .click();
    await page.getByRole("button", { name: "Upload Photos" }).click();
    await expect(page.getByRole("dialog")).toContainText("Maximum 25MB per file.");
  });
});
