import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { neededPackages } from "./needed-packages.ts";
import { notesOf } from "./notes.ts";

test("a release brings the packages that the server names and those that they need, and not those that build the pages", () => {
  const needed = neededPackages(".");
  // The second is only looked up, by its path; the third is a need of fastify's.
  for (const name of ["sharp", "@zxcvbn-ts/language-common", "find-my-way"]) expect(needed).toContain(name);
  for (const name of ["vite", "react", "react-router", "vitest"]) expect(needed).not.toContain(name);
});

test("the notes of a release are its section of the changelog", () => {
  const changelog = "# Changelog\n\n## 1.1.0\n\n- Two\n\n## 1.0.0 - 2026-11-19\n\n- One\n\n## 0.9.0\n\n- None\n";
  expect(notesOf(changelog, "1.0.0")).toBe("# Vitrine 1.0.0\n\n- One\n");
  expect(notesOf(changelog, "1.0")).toBeUndefined();
});

test("the version is the newest one of the changelog, which has its date, and nothing keeps it from being published", () => {
  const [, version] = /^## (\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d$/m.exec(readFileSync("CHANGELOG.md", "utf8")) ?? [];
  const program = JSON.parse(readFileSync("package.json", "utf8"));
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));

  expect({ program: program.version, lock: lock.version, root: lock.packages[""].version }).toEqual({
    program: version,
    lock: version,
    root: version,
  });
  expect(program.private).toBeUndefined();
});
