import { expect, test } from "vitest";
import { isAllowedLink, linksIn, readText, wordsOf } from "../../../contract/page-text.ts";

const line = (text: string) => readText(text)[0]?.lines[0];
const emphasis = (...parts: unknown[]) => ({ kind: "emphasis", parts });
const strong = (...parts: unknown[]) => ({ kind: "strong", parts });

test.each([
  ["plain", ["plain"]],
  ["an *old* house", ["an ", emphasis("old"), " house"]],
  ["**now**", [strong("now")]],
  ["***both***", [strong(emphasis("both"))]],
  ["**a *b* c**", [strong("a ", emphasis("b"), " c")]],
  ["*a **b** c*", [emphasis("a ", strong("b"), " c")]],
  ["2 * 3 * 4 ** 5", ["2 * 3 * 4 ** 5"]],
  ["* not a list", ["* not a list"]],
  ["*open", ["*open"]],
  ["**", ["**"]],
  ["[site](https://example.com)", [{ kind: "link", to: "https://example.com", parts: ["site"] }]],
  ["[a *b*](/c)", [{ kind: "link", to: "/c", parts: ["a ", emphasis("b")] }]],
  ["*[a](/b)*", [emphasis({ kind: "link", to: "/b", parts: ["a"] })]],
  [
    "[x](https://en.wikipedia.org/wiki/A_(b)).",
    [{ kind: "link", to: "https://en.wikipedia.org/wiki/A_(b)", parts: ["x"] }, "."],
  ],
  ["[no link] (really)", ["[no link] (really)"]],
  ["[1] and [two](/2)", ["[1] and ", { kind: "link", to: "/2", parts: ["two"] }]],
  ["<b>not HTML</b> &amp;", ["<b>not HTML</b> &amp;"]],
])("%s", (text, parts) => {
  expect(line(text)).toEqual(parts);
});

test("paragraphs keep their lines, and lines that begin with a hyphen are a list", () => {
  expect(readText("one\ntwo\n\n \n- a\n- b\nafter\n\nlast")).toEqual([
    { kind: "paragraph", lines: [["one"], ["two"]] },
    { kind: "list", lines: [["a"], ["b"]] },
    { kind: "paragraph", lines: [["after"]] },
    { kind: "paragraph", lines: [["last"]] },
  ]);
  expect(readText("")).toEqual([]);
});

test("words alone", () => {
  expect(wordsOf("An *old* [house](/h)\n\n- **one**\n- two")).toBe("An old house one two");
});

test("all links are found, also those inside marks", () => {
  expect(linksIn("*[a](/a)* and\n\n- **[b]( javascript:x )**")).toEqual(["/a", "javascript:x"]);
});

test.each(["https://example.com", "HTTP://example.com/a(b)", "mailto:ada@example.com", "/contact", "/", "/a#b"])(
  "%s is allowed",
  (to) => {
    expect(isAllowedLink(to)).toBe(true);
  },
);

test.each([
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "java\tscript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https:evil",
  "https://",
  "ftp://example.com",
  "contact",
  "#top",
  "",
  " https://example.com",
  'https://example.com/"onclick=x',
])("%j is refused", (to) => {
  expect(isAllowedLink(to)).toBe(false);
});

test("a hostile text is read in time that grows with its length", () => {
  const secondsFor = (length: number) => {
    const startedAt = performance.now();
    for (const part of ["*", "**a ", "[", "[](", "[a](", "*a **b ", "[a](("])
      readText(part.repeat(length / part.length));
    return performance.now() - startedAt;
  };
  secondsFor(5_000);
  // Eight times the length. With its square it would be 64 times as long.
  expect(secondsFor(40_000) / secondsFor(5_000)).toBeLessThan(32);
});
