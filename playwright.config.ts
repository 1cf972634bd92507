import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { ensureBrowser } from "./rig/browser.ts";

/**
 * Debian's Chromium is not the headless shell: each context opens a browser window whose toolbar and address bar are web
 * pages, which cost more than a small page of ours.
 */
const BROWSER_UI = ["InitialWebUI", "PreloadTopChromeWebUI", "WebUIReloadButton", "WebUIToolbar"];
const ADDRESS_BAR = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];
/** A process that is started in reserve for the next page. */
const RESERVE = ["SpareRendererForSitePerProcess"];
/** What Playwright disables: the list below replaces Playwright's own. */
const BY_PLAYWRIGHT =
  "AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,ThirdPartyStoragePartitioning";
const DISABLED_FEATURES = [...BROWSER_UI, ...ADDRESS_BAR, ...RESERVE, BY_PLAYWRIGHT];

export default defineConfig({
  testDir: "e2e",
  fullyParallel: true,
  // More than there are cores: tests also wait for timers, frames and files.
  workers: Math.ceil(availableParallelism() * 1.5),
  forbidOnly: true,
  retries: 0,
  timeout: 90_000,
  // Only a machine that is busy with other work needs that long.
  expect: { timeout: 20_000 },
  outputDir: "test-results",
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: ensureBrowser(),
      // Root in a container has no user namespaces, and only our own pages are opened.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--no-first-run",
        `--disable-features=${DISABLED_FEATURES}`,
      ],
    },
    // Tracing every test to keep only a few traces costs a fifth of the time. Use --trace on when you need one.
    screenshot: "only-on-failure",
  },
});
