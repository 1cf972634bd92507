import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

test("HTML becomes its text", () => {
  expect(
    plainText("<p>Harbour &amp; sea<br>a &lt; b</p><!-- x --><script>alert(1)</script><b title='x'>Boat</b>"),
  ).toBe("Harbour & sea\na < b\nBoat");
  expect(plainText("2 < 3 <b>and</b> <unfinished")).toBe("2 < 3 and <unfinished");
});

test.each(["<!--", "<script", "<a ", "</script ", "&#", "<p></p>", "<style><!--"])(
  "a long text of %s takes no longer than any other",
  (beginning) => {
    const startedAt = performance.now();
    plainText(beginning.repeat(100_000));
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  },
);
