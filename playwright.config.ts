import { defineConfig } from "@playwright/test";
import { ensureBrowser } from "./rig/browser.ts";

export default defineConfig({
  testDir: "e2e",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 90_000,
  // Nothing waits that long but on a machine that is busy with other things as well.
  expect: { timeout: 20_000 },
  outputDir: "test-results",
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: ensureBrowser(),
      // Root in a container has no user namespaces; nothing but our own pages is opened.
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
    },
    // A trace of every test, only to throw most of them away, costs a fifth of the time: ask for one with --trace on.
    screenshot: "only-on-failure",
  },
});
