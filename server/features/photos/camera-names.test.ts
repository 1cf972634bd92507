import { expect, test } from "vitest";
import { titleOfFile } from "./photos.text.ts";

test.each([
  "DSC_0411",
  "DSC01234",
  "_DSC1234",
  "DSCF1020",
  "DSCN0001",
  "_DSF4711",
  "IMG_1234",
  "img_1234",
  "IMG_E1234",
  "IMG_1234 (1)",
  "IMG_1234 copy",
  "IMG_20240517_101112",
  "IMG-20240517-WA0003",
  "_MG_0007",
  "MVIMG_20190101_120000",
  "P1010023",
  "PA310012",
  "L1001234",
  "R0012345",
  "PXL_20240517_101112",
  "PXL_20240517_101112345.MP",
  "20240517_101112",
  "2024-05-17 10.11.12",
  "GOPR0042",
  "GH010042",
  "DJI_0099",
  "DJI_20240517101112_0001_D",
  "0B8A1234",
  "100_0042",
  "SAM_0815",
])("a name that a camera gave is no title: %s", (name) => {
  expect(titleOfFile(`${name}.jpg`)).toBe("");
  expect(titleOfFile(`${name}.JPG`)).toBe("");
});

test.each([
  ["DSC_0001-final", "DSC 0001 final"],
  ["old-town_at_night", "old town at night"],
  ["1984", "1984"],
  ["Porto 2024", "Porto 2024"],
  ["2024-05-17 Porto", "2024 05 17 Porto"],
  ["Route 66", "Route 66"],
  ["Image", "Image"],
  ["Sam", "Sam"],
  ["Room 1408", "Room 1408"],
  ["P1", "P1"],
])("a name that a person gave is: %s", (name, title) => {
  expect(titleOfFile(`${name}.jpg`)).toBe(title);
});

test("a file without a name has no title", () => {
  expect(titleOfFile(".jpg")).toBe("");
  expect(titleOfFile("--.jpg")).toBe("");
});

test("a hostile name is read in no time", () => {
  const started = performance.now();
  for (const name of [`DSC${"1".repeat(190)}!`, `20240517_101112${"1".repeat(180)}!`, `IMG${"_1".repeat(95)}!`]) {
    expect(titleOfFile(`${name}.jpg`)).not.toBe("");
  }
  expect(performance.now() - started).toBeLessThan(100);
});
