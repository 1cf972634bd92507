import { expect, test } from "vitest";
import { describeEvent } from "./describe-event.ts";

const changed = (fields: string) =>
  describeEvent({
    id: 1,
    occurred_on: "2026-03-01T10:00:00.000Z",
    action: "settings-changed",
    actor: null,
    address: null,
    detail: { fields },
  });

test("a changed setting has the name that the Site screen gives it", () => {
  expect(changed("accepts_heic")).toBe("Changed the site's settings: Accept HEIC files");
  expect(changed("name, portrait, ai_training")).toBe(
    "Changed the site's settings: Name of the site, Portrait, AI training",
  );
});

test("a setting of another version is shown by its field", () => {
  expect(changed("slogan, constructor")).toBe("Changed the site's settings: slogan, constructor");
});
