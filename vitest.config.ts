import { defineConfig } from "vitest/config";
import { ensureWebBuilt } from "./tools/build-web.ts";

// Once before the run: the workers would all start to build at once.
await ensureWebBuilt();

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "sqlite",
          include: ["server/**/*.test.ts"],
          // Needs both databases, and finds PostgreSQL in the other run.
          exclude: ["server/cli/migrate.test.ts"],
        },
      },
      { extends: true, test: { name: "web", include: ["web/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "postgres",
          include: [
            "server/{app,access}.test.ts",
            "server/features/**/*.test.ts",
            "server/pages/**/*.test.ts",
            "server/cli/**/*.test.ts",
            "server/platform/*.test.ts",
            "server/platform/{db,http,jobs,storage}/**/*.test.ts",
          ],
          // About pictures, whatever the database.
          exclude: ["server/features/uploads/odd-pictures.test.ts"],
          globalSetup: "server/testing/postgres-for-tests.ts",
        },
      },
    ],
  },
});
