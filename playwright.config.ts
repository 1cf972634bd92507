import { defineConfig } from "@playwright/test";
import { ensureBrowser } from "./rig/browser.ts";

/**
 * Debian's Chromium has no headless shell: each context opens a browser window with a toolbar and an address bar, which are
 * web pages of their own and cost more than a small page of ours. A second list replaces Playwright's, so this has both.
 */
const DISABLED_FEATURES = [
  ...["InitialWebUI", "PreloadTopChromeWebUI", "WebUIReloadButton", "WebUIToolbar"],
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"],
  ...["AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"],
  ...[
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
  ],
  ...["NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"],
  // A process kept in reserve for the next page.
  "SpareRendererForSitePerProcess",
  "ThirdPartyStoragePartitioning",
];

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
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--no-first-run",
        `--disable-features=${DISABLED_FEATURES}`,
      ],
    },
    // A trace of every test, only to throw most of them away, costs a fifth of the time: ask for one with --trace on.
    screenshot: "only-on-failure",
  },
});
