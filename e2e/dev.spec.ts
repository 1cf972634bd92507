import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { test as base, expect, type Page } from "@playwright/test";
import { openPage } from "./open-page.ts";

type Development = { url: string; startCount(): number; edit(file: string, from: string, to: string): Promise<void> };

const test = base.extend<{ dev: Development }>({
  // A copy of the sources: an edit in the real ones would make every other test rebuild its pages.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
  dev: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "vitrine-dev-"));
    for (const source of [
      "bin",
      "contract",
      "server",
      "tools",
      "web",
      "package.json",
      "package-lock.json",
      "tsconfig.base.json",
    ]) {
      await cp(source, join(folder, source), { recursive: true, filter: (path) => path !== "web/dist" });
    }
    // Its own folder, since Vite keeps a cache there.
    await mkdir(join(folder, "node_modules"));
    for (const name of await readdir("node_modules")) {
      if (name !== ".vite") await symlink(resolve("node_modules", name), join(folder, "node_modules", name));
    }
    const { dev } = JSON.parse(await readFile("package.json", "utf8")).scripts;
    const child = spawn("sh", ["-c", dev], {
      cwd: folder,
      env: { ...process.env, PORT: "0", DATA_DIR: join(folder, "data") },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const starts = countStarts(child);
    // If the set-up times out, Playwright ends this process without the cleanup below.
    const killChild = () => child.kill();
    process.once("exit", killChild);
    try {
      await use({
        url: await starts.first,
        startCount: starts.count,
        async edit(file, from, to) {
          const source = await readFile(join(folder, file), "utf8");
          expect(source).toContain(from);
          // As an editor on a busy machine does it: the file is empty for a moment.
          await writeFile(join(folder, file), "");
          await setTimeout(3);
          await writeFile(join(folder, file), source.replace(from, to));
        },
      });
    } finally {
      process.off("exit", killChild);
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    }
  },
  baseURL: ({ dev }, use) => use(dev.url),
});

function countStarts({ stdout }: ChildProcess) {
  if (!stdout) throw new Error("The output is not piped");
  const first = Promise.withResolvers<string>();
  let count = 0;
  createInterface(stdout).on("line", (line) => {
    const url = /Vitrine is at (\S+),/.exec(line)?.[1];
    if (!url) return;
    count++;
    first.resolve(url);
  });
  return { first: first.promise, count: () => count };
}

/** Stays on the page until it reloads. */
const markPage = (page: Page) => page.evaluate(() => Object.assign(window, { isSamePage: true }));
const isSamePage = (page: Page) => page.evaluate(() => "isSamePage" in window);

test("in development, edits appear in the open page; an edit to the server restarts it", async ({ page, dev }) => {
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  const timed = async (what: string, edit: () => Promise<void>, seen: () => Promise<void>) => {
    const startedAt = performance.now();
    await edit();
    await seen();
    // Reported, not asserted: a busy machine proves nothing.
    const description = `${Math.round(performance.now() - startedAt)} ms`;
    test.info().annotations.push({ type: what, description });
  };

  await openPage(page, "/nowhere");
  await markPage(page);
  const heading = page.getByRole("heading", { level: 1 });
  await timed(
    "style of a public page",
    () => dev.edit("web/gallery/page/notice.module.css", ".heading {", ".heading {\n  color: rgb(1, 2, 3);"),
    () => expect(heading).toHaveCSS("color", "rgb(1, 2, 3)"),
  );
  await timed(
    "component of a public page",
    () => dev.edit("web/gallery/not-found/NotFoundPage.tsx", "Page Not Found", "Edited Page"),
    () => expect(heading).toHaveText("Edited Page"),
  );
  expect(await isSamePage(page)).toBe(true);
  expect(await (await page.request.get("/nowhere")).text()).toContain("Edited Page</h1>");
  await page.reload();
  await expect(heading).toHaveText("Edited Page");

  await page.goto("/admin/login");
  const signIn = page.getByRole("heading", { level: 1 });
  await expect(signIn).toBeVisible();
  await markPage(page);
  await timed(
    "style of the admin area",
    () => dev.edit("web/admin/admin.css", "body {", "body {\n  outline: 1px solid rgb(4, 5, 6);"),
    () => expect(page.locator("body")).toHaveCSS("outline-color", "rgb(4, 5, 6)"),
  );
  await timed(
    "component of the admin area",
    () => dev.edit("web/admin/login/LoginPage.tsx", ">Set up your site</h1>", ">Edited set-up</h1>"),
    () => expect(signIn).toContainText("Edited"),
  );
  expect(await isSamePage(page)).toBe(true);
  expect(dev.startCount()).toBe(1);
  expect(faults.filter((fault) => !fault.includes("404"))).toEqual([]);

  await timed(
    "server",
    () => dev.edit("server/errors.ts", "Please sign in", "Sign in first"),
    () => expect.poll(dev.startCount).toBe(2),
  );
});
