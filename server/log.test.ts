import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createCommandLog } from "./cli/command/command-log.ts";

test("a text in the log cannot begin another line, nor pass for another field", async () => {
  const hostile = 'x"}\n{"level":"error","msg":"planted"}\r\u2028\u001b[2J';
  const script = `import { createLog } from ${JSON.stringify(new URL("./log.ts", import.meta.url).href)};
    createLog("info").info({ path: ${JSON.stringify(hostile)} }, ${JSON.stringify(hostile)});`;

  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);

  const lines = stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ path: hostile, msg: hostile });
  // The bytes that a terminal would act on.
  expect(stdout).not.toContain("\u001b");
});

test("a line of a log has its level as a word and its time as in ISO 8601", () => {
  const lines: string[] = [];
  const log = createCommandLog({ write: (line) => lines.push(line) });

  log.error("planted");

  const [line = ""] = lines;
  expect(JSON.parse(line)).toMatchObject({
    level: "error",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    msg: "planted",
  });
});
