import { expect, test } from "vitest";
import { loginPath, returnPath } from "./session.api.ts";

const back = (from: string) => returnPath(new URLSearchParams({ from }));

test("the login leads back to the screen that led to it", () => {
  const screen = { pathname: "/admin/quick-collection", search: "?photo=1" };
  expect(returnPath(new URL(loginPath(screen), "http://site.example").searchParams)).toBe(
    "/admin/quick-collection?photo=1",
  );
  expect(loginPath({ pathname: "/admin", search: "" })).toBe("/admin/login");
  expect(returnPath(new URLSearchParams())).toBe("/admin");
});

test("a link to the login leads neither to another site, nor out of the admin area, nor to the login", () => {
  for (const from of ["//elsewhere.example/admin", "https://elsewhere.example/admin", "/", "/administer"]) {
    expect(back(from), from).toBe("/admin");
  }
  expect(back("/admin/login?from=/admin/trash")).toBe("/admin");
});
