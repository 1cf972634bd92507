import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { ensureBrowser } from "./rig/browser.ts";

export default defineConfig({
  testDir: "e2e",
  fullyParallel: true,
  // The server tests run at the same time. Together there are more workers than cores: tests also wait.
  workers: availableParallelism(),
  forbidOnly: true,
  retries: 0,
  // A test is a whole visit, of half a minute on a busy machine.
  timeout: 180_000,
  // Only a machine that is busy with other work needs that long.
  expect: { timeout: 20_000 },
  outputDir: "test-results",
  // Node runs them as they are. Playwright would send each through Babel, also the built pages.
  build: { external: ["**/{contract,rig,server,web}/**"] },
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: ensureBrowser(),
      args: [
        // Root in a container has no user namespaces, and only our own pages are opened.
        "--no-sandbox",
        "--disable-gpu",
        // Each test begins at about:blank, and from there the next page would start a process: half a second of processor.
        "--renderer-process-limit=1",
      ],
    },
    // Tracing every test to keep only a few traces costs a fifth of the time. Use --trace on when you need one.
    screenshot: "only-on-failure",
  },
});
