import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { ensureWebBuilt } from "./server/pages/build-web.ts";

// Before the run, or every worker would build them.
await ensureWebBuilt();

const SQLITE = "rig/server/sqlite-for-tests.ts";
const POSTGRES = "rig/server/postgres-for-tests.ts";
const S3 = "rig/server/s3-for-tests.ts";

/** What a visitor or the admin can notice. */
const FEATURES = [
  "server/{app,access,public-paths,visitor-faults}.test.ts",
  "server/features/**/*.test.ts",
  "server/pages/**/*.test.ts",
  "server/cli/**/*.test.ts",
  "server/library/**/*.test.ts",
  "server/db/**/*.test.ts",
  "server/platform/{http,jobs,nodes,storage}/**/*.test.ts",
];
/**
 * The part of it that takes what a database has read, and judges, shows, sends or caches it, or whose statements other
 * files send as well. PostgreSQL and S3 bring the same rows and bytes, so only `npm run test:all` repeats it there. The
 * rest runs on both pairs each time: every statement of every *.queries.ts, orders and searches, what happens at the same
 * time on one server or several, migrations, jobs, failures that only one of them has, and the commands that copy or check
 * a whole library.
 */
const AFTER_READING = [
  "server/{access,public-paths,visitor-faults}.test.ts",
  "server/features/account/account.test.ts",
  "server/features/albums/{albums.slug,public-albums}.test.ts",
  "server/features/auth/{confirmation,tokens}.test.ts",
  "server/features/bulk/former-places.test.ts",
  "server/features/inbox/inbox-faults.test.ts",
  "server/features/pictures/{making/hdr,serving/serving}.test.ts",
  "server/features/rooms/join-comments.test.ts",
  "server/features/sequences/random-sequences.test.ts",
  "server/features/updates/updates.test.ts",
  "server/pages/**/*.test.ts",
  "server/cli/{command,static-site,transfer}/**/*.test.ts",
  "server/library/{keep-until-change,site-settings}.test.ts",
  "server/platform/http/{encoding,head}.test.ts",
];
/** The part of it that stores, reads or deletes files. */
const FILES = [
  "server/features/{uploads,pictures,trash,curation}/**/*.test.ts",
  "server/cli/{backup/backup,doctor/doctor}.test.ts",
  "server/platform/nodes/nodes.test.ts",
  "server/library/files/intents.test.ts",
];
/** Count the processes that a picture starts, so no other test may start any. */
const ALONE = ["server/platform/images/pool.test.ts"];
/** Tests of pictures, texts, processes or their own storage: the same on every database and storage. */
const ONCE = [
  "server/cli/backup/{backup-store,encrypted-backup,encrypted-backup-refusals,keep-backups}.test.ts",
  "server/cli/{command/commands,transfer/import-folder}.test.ts",
  "server/features/auth/{one-admin,setup-code,unauthenticated}.test.ts",
  "server/features/photos/camera-names.test.ts",
  "server/features/rooms/{room-logs,room-password}.test.ts",
  "server/features/site/site.test.ts",
  "server/features/uploads/{heic,odd-pictures}.test.ts",
  "server/pages/{document,failed-pages,valid-html}.test.ts",
  "server/platform/http/{bound-body,openapi}.test.ts",
  "server/platform/storage/*.test.ts",
];

/**
 * These take longest, and start first: otherwise one worker would still run a long file when the others have nothing left.
 * Vitest itself knows the times only from an earlier run.
 */
const LONG = [
  "tools/upgrade",
  "server/features/uploads/odd-pictures",
  "server/app",
  "server/visitor-faults",
  "server/faults",
  "server/platform/images/colour",
  "server/cli/backup/backup",
  "server/platform/images/test-photographs",
  "server/cli/transfer/import-export",
  "server/features/pictures/making/background",
  "server/features/pictures/batch/batch",
  "server/features/auth/unauthenticated",
  "server/main",
];
/** The files of a project run one after the other, because its workers are its own. */
const PROJECTS = ["alone", "web", "postgres, s3", "postgres, files", "sqlite, s3", "sqlite, files"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) => {
      const long = LONG.findIndex((path) => moduleId.endsWith(`/${path}.test.ts`));
      return PROJECTS.indexOf(project.name) * 1_000 + (long === -1 ? LONG.length : long);
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

const server = (name: string, include: string[], globalSetup: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include, exclude, globalSetup, setupFiles: "rig/server/stop-test-servers.ts" },
});

const isComplete = process.env.VITRINE_ALL_PAIRS !== undefined;

/** Together they cover both databases and both storages. */
const PAIRS = [
  // Moving a site needs PostgreSQL.
  server("sqlite, files", ["server/**/*.test.ts"], [SQLITE], ["server/cli/migrate/migrate.test.ts", ...ALONE]),
  server("postgres, s3", FEATURES, [POSTGRES, S3], isComplete ? ONCE : [...ONCE, ...AFTER_READING]),
];
/** The other two pairs run the tests that depend on how a database and a storage work together. */
const OTHER_PAIRS = [
  server("sqlite, s3", FILES, [SQLITE, S3], ONCE),
  server("postgres, files", FILES, [POSTGRES], ONCE),
];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // The browser tests run at the same time. Together there are more workers than cores: tests also wait, those on
    // PostgreSQL and S3 two fifths of their time.
    maxWorkers: availableParallelism() + 1,
    // Files of one project share a process with the server loaded and picture processes running: half the CPU time.
    isolate: false,
    restoreMocks: true,
    // Servers that start and stop leave much garbage: with more room for it, it is collected less often.
    execArgv: ["--max-semi-space-size=64"],
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: "web", include: ["{web,tools}/**/*.test.ts"] } },
      { extends: true, test: { name: "alone", include: ALONE, isolate: true } },
      ...PAIRS,
      ...(isComplete ? OTHER_PAIRS : []),
    ],
  },
});
