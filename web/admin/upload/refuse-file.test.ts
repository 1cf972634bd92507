import { expect, test } from "vitest";
import { UPLOAD_MAX_BYTES, UPLOAD_MAX_MB } from "../../../contract/limits.ts";
import { hasAcceptedType, refuseFile } from "./refuse-file.ts";

const file = (given: Partial<{ name: string; size: number; type: string }>) => ({
  name: "photo.jpg",
  size: 1000,
  type: "image/jpeg",
  ...given,
});
const refusalOf = (given: Parameters<typeof file>[0], maxMb = UPLOAD_MAX_MB) =>
  refuseFile(file(given), { maxMb, acceptsHeic: false });
const reasonFor = (given: Parameters<typeof file>[0]) => refusalOf(given)?.error_details.reason;

test("pictures up to 10MB may be sent", () => {
  expect(refusalOf({})).toBeUndefined();
  expect(refusalOf({ size: UPLOAD_MAX_BYTES })).toBeUndefined();
});

test("another limit is applied and named", () => {
  expect(refusalOf({ size: UPLOAD_MAX_BYTES + 1 }, 50)).toBeUndefined();
  expect(refusalOf({ size: 3 * 1024 * 1024 }, 2)?.error).toBe("This file is larger than 2MB.");
});

test("other types, empty files and larger files are refused", () => {
  expect(reasonFor({ name: "notes.txt", type: "text/plain" })).toBe("UNSUPPORTED_TYPE");
  expect(reasonFor({ size: 0 })).toBe("EMPTY_FILE");
  expect(reasonFor({ size: UPLOAD_MAX_BYTES + 1 })).toBe("TOO_LARGE");
});

test("a RAW file, whatever type the browser gives it, gets a sentence that says what to export", () => {
  for (const type of ["", "image/x-nikon-nef", "image/tiff"]) {
    const refused = refusalOf({ name: "DSC_0411.NEF", type, size: UPLOAD_MAX_BYTES * 5 });
    expect(refused?.error).toContain("RAW");
    expect(refused?.error_details).toMatchObject({
      reason: "UNSUPPORTED_TYPE",
      suggestion: expect.stringContaining("JPEG"),
    });
  }
});

test("where the browser knows no type, the name decides", () => {
  expect(hasAcceptedType({ name: "PHOTO.WEBP", type: "" }, false)).toBe(true);
  expect(hasAcceptedType({ name: "photo.cr3", type: "" }, false)).toBe(false);
});

test("a HEIC file may have 60 MB, whatever the site's own limit", () => {
  const heic = (mb: number) => file({ name: "IMG_0042.HEIC", type: "", size: mb * 1024 * 1024 });
  const refusal = (mb: number, maxMb: number) => refuseFile(heic(mb), { maxMb, acceptsHeic: true })?.error;
  expect([refusal(60, 500), refusal(61, 500)]).toEqual([undefined, "This file is larger than 60MB."]);
  expect(refusal(11, 10)).toBe("This file is larger than 10MB.");
});

test("HEIC files may be sent where the site accepts them, whatever the browser knows about them", () => {
  for (const type of ["", "image/heic", "image/heif"]) {
    const heic = file({ name: "IMG_0042.HEIC", type });
    expect(refuseFile(heic, { maxMb: UPLOAD_MAX_MB, acceptsHeic: true })).toBeUndefined();
    expect(refusalOf(heic)?.error).toBe("This is not a JPEG, PNG, GIF or WebP picture.");
  }
  const film = refuseFile(file({ name: "a.mp4", type: "video/mp4" }), { maxMb: UPLOAD_MAX_MB, acceptsHeic: true });
  expect(film?.error).toBe("This is not a JPEG, PNG, GIF, WebP or HEIC picture.");
});
