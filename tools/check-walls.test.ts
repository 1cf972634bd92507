import { expect, test } from "vitest";
import { complaintsAbout } from "./check-walls.ts";

/** An empty file for each path, so that imports can be resolved. */
const empty = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, "export {};"]));

test("code that keeps to the rules gets no complaints", () => {
  const sources = {
    "contract/trash.ts": 'import { z } from "zod"; export const trashPhoto = z.object({});',
    "server/db/schema.ts": "export type Db = object;",
    "server/library/positions.ts": 'import type { Db } from "../platform/db/schema.ts"; export type { Db as Of };',
    "server/features/trash/trash.queries.ts": 'export const find = (db) => db.selectFrom("photo").execute();',
    "server/features/trash/trash.service.ts":
      'import { find } from "./trash.queries.ts"; export const list = (db) => db.transaction().execute((trx) => find(trx));',
    "server/features/trash/trash.routes.ts": 'import "./trash.service.ts"; import "../../../contract/trash.ts";',
    "server/app.ts": 'import "./features/trash/trash.routes.ts";',
    "web/gallery/home/HomePage.tsx": 'import type { Photo } from "../../../contract/trash.ts"; export const a = <p />;',
  };
  expect(complaintsAbout(sources)).toEqual([]);
});

/** Each importing file, what it imports, and the rule that forbids it. */
const FORBIDDEN: [string, string, string][] = [
  ["contract/photos.ts", "server/errors.ts", "contract must not use settings"],
  ["contract/photos.ts", "react", "the contract imports only zod"],
  ["server/platform/http/handle.ts", "server/db/schema.ts", "platform must not use db"],
  ["server/db/schema.ts", "server/library/activity.ts", "db must not use library"],
  ["server/platform/http/handle.ts", "server/library/activity.ts", "platform must not use library"],
  ["server/platform/http/handle.ts", "server/features/site/site.service.ts", "platform must not use features"],
  ["server/platform/http/handle.ts", "server/deps.ts", "platform must not use deps"],
  ["server/library/orders/order.ts", "server/features/photos/photos.service.ts", "library must not use features"],
  ["server/features/site/site.service.ts", "server/pages/head.ts", "features must not use pages"],
  ["server/features/site/site.service.ts", "server/app.ts", "features must not use app"],
  ["server/pages/head.ts", "web/gallery/describe-page.ts", "pages must not use gallery"],
  ["server/app.ts", "server/start.ts", "app must not use start"],
  ["server/start.ts", "server/cli/demo.ts", "start must not use cli"],
  ["server/start.ts", "rig/report.ts", "start must not use rig"],
  ["server/features/site/site.test.ts", "tools/test.ts", "server tests must not use tools"],
  ["server/features/uploads/uploads.store.ts", "sharp", "only platform/images decodes pictures"],
  ["web/ui/Button.tsx", "web/api/call.ts", "ui must not use api"],
  ["web/ui/Button.tsx", "react-router", "ui has no router and no queries"],
  ["web/gallery/home/HomePage.tsx", "react-router", "the gallery has its own, lighter router"],
  ["web/hooks/use-idle.ts", "web/ui/Button.tsx", "hooks must not use ui"],
  ["web/gallery/home/HomePage.tsx", "web/admin/data/photos.api.ts", "gallery must not use admin data"],
  ["web/gallery-client.tsx", "web/admin/AdminApp.tsx", "gallery must not use admin screens"],
  ["web/gallery/home/HomePage.tsx", "zod", "public pages load no zod: import the type"],
  ["web/admin/trash/TrashPage.tsx", "web/gallery/count-of.ts", "admin screens must not use gallery"],
  ["web/admin/trash/TrashPage.tsx", "server/config.ts", "admin screens must not use settings"],
  [
    "web/admin/photo-screen/PhotoScreen.tsx",
    "web/admin/trash/TrashPage.tsx",
    "photo-screen must not use admin screens",
  ],
  ["web/admin/photo-grid/PhotoGrid.tsx", "web/admin/photo-panel/PhotoPanel.tsx", "photo-grid must not use photo-panel"],
  ["web/admin/photo-panel/PhotoPanel.tsx", "web/admin/photo-screen/a.ts", "photo-panel must not use photo-screen"],
  ["web/admin/layout/Sidebar.tsx", "web/admin/photo-grid/PhotoGrid.tsx", "admin parts must not use photo-grid"],
  ["web/admin/data/trash.api.ts", "web/ui/Toast.tsx", "admin data must not use ui"],
  ["web/admin/data/trash.api.ts", "web/admin/actions/trash.ts", "admin data must not use admin actions"],
  ["web/admin/actions/trash.ts", "web/admin/upload/album-upload.ts", "admin actions must not use upload"],
  ["web/admin/data/trash.api.ts", "web/admin/trash/TrashPage.tsx", "admin data must not use admin screens"],
  ["web/admin/trash/TrashPage.tsx", "web/api/call.ts", "only data, actions and upload call the server"],
  ["web/admin/page/AdminPage.tsx", "web/api/call.ts", "only data, actions and upload call the server"],
  ["rig/server.ts", "tools/test.ts", "rig must not use tools"],
  ["bench/api.ts", "tools/test.ts", "bench must not use tools"],
  ["proofs/prove-scale.ts", "bench/api.ts", "proofs must not use bench"],
  ["tools/test.ts", "proofs/prove-scale.ts", "tools must not use proofs"],
  ["e2e/gallery.ts", "server/start.ts", "e2e must not use start"],
];

test.each(FORBIDDEN)("%s must not import %s", (path, target, reason) => {
  const isPackage = !target.includes(".");
  const specifier = isPackage ? target : `${"../".repeat(path.split("/").length - 1)}${target}`;
  const sources = { [path]: `import { a } from "${specifier}"; a();`, ...(isPackage ? {} : empty(target)) };
  expect(complaintsAbout(sources)).toEqual([`${path} imports ${target}: ${reason}`]);
});

test.each([
  ["a type", 'import type { A } from "../../features/site/site.service.ts"; export type B = A;'],
  ["a type in place", 'export type B = import("../../features/site/site.service.ts").A;'],
  ["a module loaded later", 'export const a = () => import("../../features/site/site.service.ts");'],
])("walls hold for %s", (_what, source) => {
  const sources = { "server/library/orders/order.ts": source, ...empty("server/features/site/site.service.ts") };
  expect(complaintsAbout(sources)).toEqual([
    "server/library/orders/order.ts imports server/features/site/site.service.ts: library must not use features",
  ]);
});

test("a file that belongs to no layer is reported", () => {
  const sources = { "web/other/a.ts": 'import "../hooks/b.ts";', ...empty("web/hooks/b.ts") };
  expect(complaintsAbout(sources)).toEqual([expect.stringContaining("is in no layer")]);
});

test("a feature uses another through its service, never its queries", () => {
  const sources = {
    "server/features/trash/trash.service.ts": 'import { find } from "../photos/photos.queries.ts"; find();',
    ...empty("server/features/photos/photos.queries.ts"),
  };
  expect(complaintsAbout(sources)).toEqual([
    "server/features/trash/trash.service.ts imports server/features/photos/photos.queries.ts: " +
      "the queries of photos are its own: use its service",
  ]);
});

test("a feature uses no other file of another than its service, unless the wall names it", () => {
  const trash = (file: string) => ({
    "server/features/trash/trash.service.ts": `import { find } from "../photos/${file}"; find();`,
    ...empty(`server/features/photos/${file}`),
  });
  expect(complaintsAbout(trash("photos.service.ts"))).toEqual([]);
  expect(complaintsAbout(trash("photos.present.ts"))).toEqual([]);
  expect(complaintsAbout(trash("photos.stream.ts"))).toEqual([
    "server/features/trash/trash.service.ts imports server/features/photos/photos.stream.ts: " +
      "features use the services of photos, and what OPEN_TO_FEATURES names",
  ]);
});

test("a public page loads no zod through the contract either", () => {
  const sources = {
    "web/gallery/load.ts": 'import { photo } from "../../contract/albums.ts"; photo();',
    "contract/albums.ts": 'export * from "./photos.ts";',
    "contract/photos.ts": 'import { z } from "zod"; export const photo = z.object({});',
  };
  expect(complaintsAbout(sources)).toEqual([
    "web/gallery/load.ts imports contract/albums.ts: public pages load no zod: import the type",
  ]);
});

test("a circle of files is reported, even one of types", () => {
  const sources = {
    "server/cli/a.ts": 'import { b } from "./b.ts"; export type A = string; b();',
    "server/cli/b.ts": 'import { c } from "./c.ts"; export const b = c;',
    "server/cli/c.ts": 'import type { A } from "./a.ts"; export const c = (a: A) => a;',
    "server/cli/d.ts": 'import "./a.ts";',
  };
  expect(complaintsAbout(sources)).toEqual(["circle of files: server/cli/a.ts, server/cli/b.ts, server/cli/c.ts"]);
});

test("a circle of folders is reported with its imports, even if it consists of types and no files form one", () => {
  const sources = {
    "web/gallery/album/Strip.tsx": 'import "../photo/shared.ts";',
    "web/gallery/album/sizes.ts": "export type Size = number;",
    "web/gallery/photo/Viewer.tsx": 'import type { Size } from "../album/sizes.ts"; export type A = Size;',
    ...empty("web/gallery/photo/shared.ts"),
  };
  expect(complaintsAbout(sources)).toEqual([
    "circle of folders: web/gallery/album, web/gallery/photo\n" +
      "    web/gallery/album/Strip.tsx imports web/gallery/photo/shared.ts\n" +
      "    web/gallery/photo/Viewer.tsx imports web/gallery/album/sizes.ts",
  ]);
});

test("files directly in a folder form no circle with its subfolders", () => {
  const sources = {
    "web/gallery/routes.tsx": 'import "./album/AlbumPage.tsx";',
    "web/gallery/album/AlbumPage.tsx": 'import "../use-site.ts";',
    ...empty("web/gallery/use-site.ts"),
  };
  expect(complaintsAbout(sources)).toEqual([]);
});

test.each([
  ["builds a query", 'export const a = (db) => db.selectFrom("photo");', ".selectFrom()"],
  ["writes", 'export const a = (db) => db.deleteFrom("photo");', ".deleteFrom()"],
  ["writes SQL", 'import { sql } from "kysely"; export const a = (db) => sql`select 1`;', "sql``"],
  ["runs what a query file began", 'import { of } from "./b.ts"; export const a = () => of().execute();', ".execute()"],
])("a service that %s is reported", (_what, source, call) => {
  const sources = { "server/features/trash/trash.service.ts": source, ...empty("server/features/trash/b.ts") };
  expect(complaintsAbout(sources)).toEqual([
    `server/features/trash/trash.service.ts calls ${call}: queries belong in a *.queries.ts`,
  ]);
});

test.each([
  ["export … from", 'export { find } from "./photos.queries.ts";'],
  ["export of everything", 'export * from "./photos.queries.ts";'],
  ["import, then export", 'import { find } from "./photos.queries.ts"; find(); export { find };'],
  ["a detour over a third file", 'export { find } from "./photos.present.ts";'],
])("a re-export that gets around a wall is reported: %s", (_way, source) => {
  const sources = {
    "server/features/trash/trash.service.ts": 'import { find } from "../photos/photos.service.ts"; find();',
    "server/features/photos/photos.service.ts": source,
    "server/features/photos/photos.present.ts": 'export { find } from "./photos.queries.ts";',
    "server/features/photos/photos.queries.ts": "export const find = () => {};",
  };
  expect(complaintsAbout(sources)).toEqual([
    "server/features/trash/trash.service.ts imports server/features/photos/photos.queries.ts " +
      "by way of server/features/photos/photos.service.ts: the queries of photos are its own: use its service",
  ]);
});

test("re-exports that are allowed, or not imported, are not reported", () => {
  const sources = {
    "server/features/trash/trash.service.ts": 'import { change } from "../photos/photos.service.ts"; change();',
    "server/features/photos/photos.service.ts":
      'export { find } from "./photos.queries.ts"; export { change } from "./photos.change.ts";',
    "server/features/photos/photos.change.ts": "export const change = () => {};",
    "server/features/photos/photos.queries.ts": "export const find = () => {};",
  };
  expect(complaintsAbout(sources)).toEqual([]);
});
