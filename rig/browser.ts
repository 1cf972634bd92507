import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** Chromium without windows: the browser tests take two thirds of the time they take in the full browser. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const PLACES = [
  HEADLESS_SHELL,
  chromium.executablePath(),
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
const APT = "/usr/bin/apt-get";
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
  let found = findBrowser();
  if (!found.path) {
    install("npx", ["playwright", "install", "chromium"]);
    found = findBrowser();
  }
  if (found.path) return found.path;
  const advice = existsSync(APT)
    ? "As root run 'apt-get install chromium-headless-shell fonts-liberation' (where there is no such package: chromium)"
    : "Install Chromium";
  throw new Error(`The browser tests need Chromium: ${found.problem}. ${advice}, or set CHROMIUM_PATH to its program.`);
}

/** The first that starts; otherwise what is wrong with one that is there. Playwright's lacks libraries on a bare system. */
export function findBrowser(places = PLACES): { path?: string; problem?: string } {
  let problem: string | undefined;
  for (const path of places.filter((place) => existsSync(place))) {
    const { status, error, stderr } = spawnSync(path, ["--version"], { encoding: "utf8" });
    if (status === 0) return { path };
    problem ??= `${path} does not start: ${(error?.message ?? stderr).trim()}`;
  }
  return { problem: problem ?? "no Chromium or Chrome was found" };
}

function installFromDebian(): void {
  const canInstall = process.getuid?.() === 0 && existsSync(APT);
  const missing = canInstall ? missingPackages() : [];
  if (missing.length === 0) return;
  install("apt-get", ["update"]);
  for (const name of missing) install("apt-get", ["install", "--yes", "--no-install-recommends", name]);
  // Older releases of Debian only have the full browser.
  if (!findBrowser().path) install("apt-get", ["install", "--yes", "--no-install-recommends", "chromium"]);
}

function missingPackages(): string[] {
  const missing: string[] = [];
  if (!existsSync(HEADLESS_SHELL)) missing.push("chromium-headless-shell");
  // Every visitor has a font with the metrics of Arial, which pages use until their own arrives; a bare Debian has none.
  if (!LIBERATION_FONTS.some((folder) => existsSync(folder))) missing.push("fonts-liberation");
  return missing;
}

function install(command: string, parameters: string[]): void {
  process.stdout.write(`For the browser tests: ${command} ${parameters.join(" ")}\n`);
  spawnSync(command, parameters, { stdio: "ignore", timeout: DOWNLOAD_LIMIT_MS });
}
