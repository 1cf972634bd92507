import type { Import } from "./read-module.ts";

type Layer = { name: string; files: RegExp; mayUse: readonly string[] };

const UNDER_FEATURES = ["library", "db", "platform", "deps", "settings", "contract"];
const PRODUCT = ["start", "app", "pages", "features", ...UNDER_FEATURES];
const UNDER_WEB = ["ui", "api", "hooks", "stage", "line", "contract"];
const UNDER_PARTS = ["admin actions", "admin data", ...UNDER_WEB];
const UNDER_GRID = ["admin parts", "upload", ...UNDER_PARTS];

/** Every file is in the first layer that matches, and may use its own layer and those listed. */
const LAYERS: Layer[] = [
  { name: "contract", files: /^contract\//, mayUse: [] },

  { name: "server tests", files: /^server\/.*\.test\.ts$/, mayUse: [...PRODUCT, "cli", "rig"] },
  { name: "settings", files: /^server\/(config|errors|log|variables)\.ts$/, mayUse: ["contract"] },
  { name: "deps", files: /^server\/deps\.ts$/, mayUse: ["library", "db", "platform", "settings", "contract"] },
  { name: "platform", files: /^server\/platform\//, mayUse: ["settings", "contract"] },
  { name: "db", files: /^server\/db\//, mayUse: ["platform", "settings", "contract"] },
  { name: "library", files: /^server\/library\//, mayUse: ["db", "platform", "deps", "settings", "contract"] },
  { name: "features", files: /^server\/features\//, mayUse: UNDER_FEATURES },
  { name: "pages", files: /^server\/pages\//, mayUse: ["features", ...UNDER_FEATURES] },
  { name: "app", files: /^server\/app\.ts$/, mayUse: ["pages", "features", ...UNDER_FEATURES] },
  { name: "cli", files: /^server\/cli\//, mayUse: PRODUCT },
  { name: "start", files: /^server\/[\w-]+\.ts$/, mayUse: PRODUCT },

  { name: "hooks", files: /^web\/hooks\//, mayUse: ["contract"] },
  { name: "ui", files: /^web\/ui\//, mayUse: ["hooks", "contract"] },
  { name: "api", files: /^web\/api\//, mayUse: ["contract"] },
  { name: "line", files: /^web\/line\//, mayUse: ["contract"] },
  { name: "stage", files: /^web\/stage\//, mayUse: ["contract"] },
  // The editor of a page shows it with the components that visitors get.
  { name: "picture", files: /^web\/gallery\/picture\//, mayUse: ["stage", "line", "contract"] },
  { name: "written", files: /^web\/gallery\/written\//, mayUse: ["picture", "contract"] },
  {
    name: "gallery",
    files: /^web\/(gallery[/-]|room-client|journal-client)/,
    mayUse: ["written", "picture", ...UNDER_WEB],
  },
  { name: "admin data", files: /^web\/admin\/data\//, mayUse: ["api", "hooks", "contract"] },
  { name: "admin actions", files: /^web\/admin\/actions\//, mayUse: ["admin data", ...UNDER_WEB] },
  { name: "upload", files: /^web\/admin\/upload\//, mayUse: UNDER_PARTS },
  {
    name: "admin parts",
    files: /^web\/admin\/(page|drafts|layout|photo-choice|reorder|loupe|room-dialogs)\//,
    mayUse: ["upload", ...UNDER_PARTS],
  },
  { name: "photo-grid", files: /^web\/admin\/photo-grid\//, mayUse: UNDER_GRID },
  { name: "photo-panel", files: /^web\/admin\/photo-panel\//, mayUse: UNDER_GRID },
  {
    name: "photo-screen",
    files: /^web\/admin\/photo-screen\//,
    mayUse: ["photo-grid", "photo-panel", ...UNDER_GRID],
  },
  {
    name: "admin screens",
    files: /^web\/admin[/-]/,
    mayUse: ["written", "photo-screen", "photo-grid", "photo-panel", ...UNDER_GRID],
  },

  { name: "rig", files: /^rig\//, mayUse: [...PRODUCT, "cli"] },
  { name: "tools", files: /^tools\//, mayUse: ["rig", ...PRODUCT] },
  { name: "e2e", files: /^e2e\//, mayUse: ["rig", "contract"] },
  // A page's yardstick renders the same components.
  { name: "bench", files: /^bench\//, mayUse: ["rig", "gallery", ...PRODUCT] },
  { name: "proofs", files: /^proofs\//, mayUse: ["rig", "cli", ...PRODUCT] },
];

type PackageRule = { files: RegExp; packages: RegExp; because: string };

const PACKAGES: PackageRule[] = [
  { files: /^contract\//, packages: /^(?!zod$)/, because: "the contract imports only zod" },
  { files: /^web\/gallery\//, packages: /^react-router/, because: "the gallery has its own, lighter router" },
  { files: /^web\/ui\//, packages: /^(react-router|@tanstack)/, because: "ui has no router and no queries" },
  {
    files: /^server\/(?!platform\/images\/)(?!.*\.test\.ts$)/,
    packages: /^sharp$/,
    because: "only platform/images decodes pictures",
  },
];

const CALLS_THE_SERVER = ["admin data", "admin actions", "upload"];

/** Why this file may not import that one. Undefined when it may. */
export function brokenWall(path: string, { target, isType }: Pick<Import, "target" | "isType">): string | undefined {
  if (isPackage(target)) {
    return (
      PACKAGES.find(({ files, packages }) => files.test(path) && packages.test(target))?.because ??
      (target === "zod" ? withoutZod(path, isType) : undefined)
    );
  }
  const [from, to] = [layerOf(path), layerOf(target)];
  if (!from) return "the importing file is in no layer of tools/walls/layers.ts";
  if (!to) return "the imported file is in no layer of tools/walls/layers.ts";
  if (from !== to && !from.mayUse.includes(to.name)) return `${from.name} must not use ${to.name}`;
  if (target === "web/api/call.ts" && /^web\/admin/.test(path) && !CALLS_THE_SERVER.includes(from.name)) {
    return "only data, actions and upload call the server";
  }
  return foreignFeature(path, target);
}

export const withoutZod = (path: string, isType: boolean) =>
  !isType && /^web\/(gallery|room-client|journal-client)/.test(path)
    ? "public pages load no zod: import the type"
    : undefined;

const layerOf = (path: string) => LAYERS.find(({ files }) => files.test(path));
const isPackage = (target: string) => !/^[\w-]+\/.*\.\w+$/.test(target) || target.startsWith("node:");

/** Pictures are three features in one folder. */
const FEATURE = /^server\/features\/((?:pictures\/)?[^/]+)\//;

/** Besides the services, what one feature may use of another. */
const OPEN_TO_FEATURES = [
  "albums/albums.slug",
  "auth/caller",
  "auth/ceremony",
  "auth/devices",
  "auth/password",
  "auth/require-admin",
  "auth/secrets",
  "auth/sessions",
  "messages/messages.export",
  "photos/photos.albums",
  "photos/photos.change",
  "photos/photos.present",
  "photos/photos.text",
  "pictures/making/background",
  "pictures/making/disk-budget",
  "pictures/making/on-demand",
  "pictures/serving/data-mining",
  "pictures/serving/image-path",
  "pictures/serving/image-memory",
  "pictures/serving/image-response",
  "pictures/serving/image-server",
  "sequences/sequences.export",
  "site/site-file",
  "uploads/uploads.form",
  "uploads/uploads.text",
  "written-pages/written-pages.export",
];

const isOpen = (target: string) =>
  target.endsWith(".service.ts") || OPEN_TO_FEATURES.some((name) => target === `server/features/${name}.ts`);

function foreignFeature(path: string, target: string): string | undefined {
  const feature = FEATURE.exec(target)?.[1];
  // Commands and proofs look at a library from outside the services.
  if (!feature || isTestCode(path) || !/^server\/(features|library|pages|app)/.test(path)) return;
  const user = FEATURE.exec(path)?.[1];
  if (user === feature) return;
  if (target.endsWith(".queries.ts")) return `the queries of ${feature} are its own: use its service`;
  if (user && !isOpen(target)) return `features use the services of ${feature}, and what OPEN_TO_FEATURES names`;
}

const TEST_CODE = /\.(test|spec)\.tsx?$/;
export const isTestCode = (path: string) => TEST_CODE.test(path);
