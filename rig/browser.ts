import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
const LIBERATION_FONTS = ["/usr/share/fonts/truetype/liberation", "/usr/share/fonts/truetype/liberation2"];
const DOWNLOAD_LIMIT_MS = 5 * 60_000;

/** A Chromium on this machine; undefined when there is none. */
function findBrowser(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  return [...(chosen ? [chosen] : []), chromium.executablePath(), ...USUAL_PLACES].find((path) => existsSync(path));
}

/** Finds a browser or installs one, Playwright's or Debian's. Throws with advice if neither works. */
export function ensureBrowser(): string {
  ensureFonts();
  return findBrowser() ?? install("npx", ["playwright", "install", "chromium"]) ?? installFromDebian() ?? giveUp();
}

const canInstallFromDebian = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

function installFromDebian(): string | undefined {
  if (!canInstallFromDebian()) return undefined;
  install("apt-get", ["update"]);
  return install("apt-get", ["install", "--yes", "--no-install-recommends", "chromium"]);
}

/** Every visitor has a font with the metrics of Arial, which pages use until their own arrives; a bare Debian has none. */
function ensureFonts(): void {
  if (!canInstallFromDebian() || LIBERATION_FONTS.some((folder) => existsSync(folder))) return;
  spawnSync("apt-get", ["update"], { stdio: "ignore", timeout: DOWNLOAD_LIMIT_MS });
  const parameters = ["install", "--yes", "--no-install-recommends", "fonts-liberation"];
  spawnSync("apt-get", parameters, { stdio: "ignore", timeout: DOWNLOAD_LIMIT_MS });
}

function install(command: string, parameters: string[]): string | undefined {
  process.stdout.write(`No browser found, trying: ${command} ${parameters.join(" ")}\n`);
  spawnSync(command, parameters, { stdio: "ignore", timeout: DOWNLOAD_LIMIT_MS });
  return findBrowser();
}

function giveUp(): never {
  throw new Error("No browser found. Install Chromium, or set CHROMIUM_PATH to its program.");
}
