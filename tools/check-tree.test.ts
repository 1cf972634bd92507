import { expect, test } from "vitest";
import { complaintsAboutTree } from "./check-tree.ts";

const tree = (...lines: string[]) => `# Architecture\n\n\`\`\`text\n${lines.join("\n")}\n\`\`\`\n`;
const FILES = ["server/main.ts", "server/features/trash/trash.service.ts", "web/paths.ts"];
const LINES = [
  "server/      the server",
  "  features/  one folder each",
  "    trash/   the trash",
  "web/         screens",
];

test("a tree with every folder has no complaints", () => {
  expect(complaintsAboutTree(tree(...LINES), FILES)).toEqual([]);
});

test("a folder that is missing from the tree is reported", () => {
  expect(complaintsAboutTree(tree(...LINES), [...FILES, "server/features/site/site.service.ts"])).toEqual([
    "docs/architecture.md does not list server/features/site/",
  ]);
});

test("a folder that does not exist is reported", () => {
  expect(complaintsAboutTree(tree(...LINES, "  hooks/     generic hooks"), FILES)).toEqual([
    "docs/architecture.md lists web/hooks/, which does not exist",
  ]);
});

test("a folder without a description is reported", () => {
  expect(complaintsAboutTree(tree(...LINES.slice(0, 3), "web/"), FILES)).toEqual([
    "docs/architecture.md does not describe web/",
  ]);
});
