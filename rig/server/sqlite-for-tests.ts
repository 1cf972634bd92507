import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { fillTemplate } from "./template.ts";

/** One signed-in database for the whole run; every test server starts from a copy of its file. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-template-"));
  project.provide("adminToken", await fillTemplate({ DATA_DIR: dataDir }));
  project.provide("sqliteTemplate", join(dataDir, "vitrine.sqlite"));
  return () => rm(dataDir, { recursive: true, force: true });
}

declare module "vitest" {
  interface ProvidedContext {
    /** Signs in to every database that was copied from a template. */
    adminToken: string;
    sqliteTemplate: string;
  }
}
