import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** Chromium without windows: the browser tests take two thirds of the time they take in the full browser. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
const LIBERATION_FONTS = ["/usr/share/fonts/truetype/liberation", "/usr/share/fonts/truetype/liberation2"];
const DOWNLOAD_LIMIT_MS = 5 * 60_000;

/**
 * Finds a browser or installs one, Playwright's or Debian's. Throws with advice if neither works.
 * Sets CHROMIUM_PATH for processes started from here: Playwright's workers call this, too, and must not install anything.
 */
export function ensureBrowser(): string {
  process.env.CHROMIUM_PATH ??= chooseBrowser();
  return process.env.CHROMIUM_PATH;
}

function chooseBrowser(): string {
  installFromDebian();
  const found = findBrowser() ?? install("npx", ["playwright", "install", "chromium"]);
  if (found) return found;
  throw new Error("No browser found. Install Chromium, or set CHROMIUM_PATH to its program.");
}

const findBrowser = (): string | undefined =>
  [HEADLESS_SHELL, chromium.executablePath(), ...USUAL_PLACES].find((path) => existsSync(path));

function installFromDebian(): void {
  const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  const missing = canInstall ? missingPackages() : [];
  if (missing.length === 0) return;
  install("apt-get", ["update"]);
  for (const name of missing) install("apt-get", ["install", "--yes", "--no-install-recommends", name]);
  // Older releases of Debian only have the full browser.
  if (!findBrowser()) install("apt-get", ["install", "--yes", "--no-install-recommends", "chromium"]);
}

function missingPackages(): string[] {
  const missing: string[] = [];
  if (!existsSync(HEADLESS_SHELL)) missing.push("chromium-headless-shell");
  // Every visitor has a font with the metrics of Arial, which pages use until their own arrives; a bare Debian has none.
  if (!LIBERATION_FONTS.some((folder) => existsSync(folder))) missing.push("fonts-liberation");
  return missing;
}

function install(command: string, parameters: string[]): string | undefined {
  process.stdout.write(`For the browser tests: ${command} ${parameters.join(" ")}\n`);
  spawnSync(command, parameters, { stdio: "ignore", timeout: DOWNLOAD_LIMIT_MS });
  return findBrowser();
}
