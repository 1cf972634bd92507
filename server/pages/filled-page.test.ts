import { expect, test } from "vitest";
import { ANY_ORIGIN } from "../platform/http/origin.ts";
import { blank, fillPage } from "./filled-page.ts";

test("values are filled in as HTML before the page's data and as JSON in it, and never as markup", () => {
  const fill = fillPage(
    `<link href="${ANY_ORIGIN}/x"><input value="${blank("name")}"><textarea>${blank("message")}</textarea>` +
      `<script type="application/json" id="page-data">{"name":"${blank("name")}","message":"${blank("message")}"}</script>`,
  );

  const name = `"><script>alert('x')</script>&amp;`;
  const message = "</textarea>\n$& \u2028 \\ é";
  const html = fill({ name, message }, "https://photos.example").toString();

  expect(html).toContain('<link href="https://photos.example/x"><input value="&quot;&gt;&lt;script&gt;');
  expect(html).toContain("<textarea>&lt;/textarea&gt;\n$&amp; \u2028 \\ é</textarea>");
  const [, data = ""] = /id="page-data">(.*)<\/script>$/s.exec(html) ?? [];
  expect(data).not.toContain("<");
  expect(JSON.parse(data)).toEqual({ name, message });
  expect(fill({}, "").toString()).toContain('<input value=""><textarea></textarea>');
});

test("a value that looks like a blank stays as it is", () => {
  const fill = fillPage(`<p>${blank("name")}</p><p>${blank("email")}</p>`);

  expect(fill({ name: blank("email"), email: "x" }, "").toString()).toBe(`<p>${blank("email")}</p><p>x</p>`);
});
