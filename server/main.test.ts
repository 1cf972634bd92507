import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startS3 } from "../rig/s3.ts";
import { readConfig } from "./config.ts";
import { connectDatabase } from "./db/connect.ts";
import { migrate } from "./db/migrate.ts";
import { describeStartupError } from "./describe-startup-error.ts";
import { startImages } from "./platform/images/pool.ts";
import { startSite } from "./start.ts";

let folder: string;
const images = startImages();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-start-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test("an unknown option is reported in one line", async () => {
  const { status, output, complaint } = await start(["--prot", "80"], {});
  expect({ status, output }).toEqual({ status: 1, output: "" });
  expect(complaint).toBe("Vitrine cannot start: Unknown option '--prot'. See --help\n");
});

test("--version names the version, and the commit where it is known", async () => {
  const { status, output } = await start(["--version"], {});
  expect({ status, output }).toEqual({
    status: 0,
    output: expect.stringMatching(/^\d+\.\d+\.\d+( \([0-9a-f]{12}\))?\n$/),
  });
});

test("a wrong variable is reported in one line", async () => {
  expect(await refusal({ PORT: "eighty" })).toBe("PORT must be a whole number from 0 to 65535, not 'eighty'");
  expect(await refusal({ DATABASE_URL: "mysql://user:secret@host/db" })).toBe(
    "DATABASE_URL must be a URL that begins with postgres:// or postgresql://",
  );
});

test("a URL with a path is reported in one line", async () => {
  expect(await refusal({ PUBLIC_URL: "https://example.com/photos" })).toBe(
    "PUBLIC_URL must be a URL without a path, such as https://example.com. Give the site a host of its own",
  );
  expect(readConfig({ PUBLIC_URL: "https://example.com/" }).publicUrl).toBe("https://example.com");
});

test("a taken port is reported in one line", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = other.address() as AddressInfo;
  expect(await refusal({ PORT: String(port) })).toBe(
    `port ${port} is in use. Stop the other program, or set PORT to another number`,
  );
  other.close();
});

// Root may write anywhere but into the kernel's own tree, which a bare chroot does not have.
const isRoot = process.getuid?.() === 0;
test.skipIf(isRoot && !existsSync("/sys/kernel"))(
  "a data folder that cannot be written is reported in one line",
  async () => {
    const closed = isRoot ? "/sys/kernel" : folder;
    if (closed === folder) await chmod(folder, 0o555);
    const dataDir = join(closed, "data");
    expect(await refusal({ DATA_DIR: dataDir })).toBe(
      `the data folder cannot be written: ${dataDir}. Check DATA_DIR and its owner`,
    );
  },
);

test("a data folder that is a file is reported in one line", async () => {
  const file = join(folder, "file");
  await writeFile(file, "");
  for (const dataDir of [file, join(file, "data")]) {
    expect(await refusal({ DATA_DIR: dataDir })).toBe(`the data folder is not a folder: ${dataDir}. Check DATA_DIR`);
  }
});

test("a damaged database is reported in one line", async () => {
  await writeFile(join(folder, "vitrine.sqlite"), "This is no database. ".repeat(100));
  expect(await refusal({})).toBe("vitrine.sqlite in the data folder is damaged or not a database");
});

test("a database newer than the program is reported in one line and left alone", async () => {
  const database = connectDatabase({ dataDir: folder, databaseUrl: undefined });
  await migrate(database);
  await sql`insert into kysely_migration (name, timestamp) values ('999-tomorrow', '2099-01-01')`.execute(database.db);
  await database.close();
  expect(await refusal({})).toBe("the database was written by a newer version (it has '999-tomorrow'). Update Vitrine");
});

test("an unreachable database server is reported in one line", async () => {
  expect(await refusal({ DATABASE_URL: "postgres://vitrine:secret@127.0.0.1:1/vitrine" })).toBe(
    "the database is not responding. Check DATABASE_URL",
  );
});

test("a database that cannot be used is named, in one line", async () => {
  const at = (host: string) => refusal({ DATABASE_URL: `postgres://vitrine:secret@${host}/vitrine` });
  expect(await at("nowhere.invalid")).toBe("the database's host nowhere.invalid is unknown. Check DATABASE_URL");
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = other.address() as AddressInfo;
  expect(await at(`127.0.0.1:${port}`)).toBe(
    `what responds at 127.0.0.1:${port} is not a PostgreSQL server. Check DATABASE_URL`,
  );
  other.close();
});

test("a storage that cannot be used is named, in one line", async () => {
  const s3 = await startS3();
  const at = (address: string, keys = {}) => refusal({ ...s3.env, STORAGE_URL: `s3://${address}`, ...keys });
  const { endpoint } = s3;
  expect(await at("vitrine?endpoint=http://127.0.0.1:1")).toBe(
    "the S3 server at http://127.0.0.1:1 is not responding. Check STORAGE_URL",
  );
  expect(await at("vitrine?endpoint=http://nowhere.invalid")).toBe(
    "the S3 server's host nowhere.invalid is unknown. Check STORAGE_URL",
  );
  expect(await at(`other?endpoint=${endpoint}`)).toBe(
    `the bucket other does not exist at ${endpoint}. Check STORAGE_URL`,
  );
  expect(await at(`vitrine?endpoint=${endpoint}`, { AWS_ACCESS_KEY_ID: "wrong" })).toBe(
    "the S3 server refused the keys (InvalidAccessKeyId). Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and what they may do with the bucket vitrine",
  );
  await s3.stop();
});

/** The one line in which a start that must fail is explained, after "Vitrine cannot start: ". In this process. */
async function refusal(env: Record<string, string>): Promise<string> {
  try {
    const config = readConfig({ PORT: "0", DATA_DIR: folder, ...env });
    const site = await startSite(config, { images, log: fastify({ logger: false }).log });
    await site.stop();
  } catch (error) {
    return describeStartupError(error);
  }
  throw new Error("the server started");
}

/** The program, as an operator starts it. */
function start(
  parameters: string[],
  env: Record<string, string>,
): Promise<{ status: number | null; output: string; complaint: string }> {
  const server = spawn(process.execPath, [join(import.meta.dirname, "main.ts"), ...parameters], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: "0",
      DATA_DIR: folder,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let complaint = "";
  server.stdout.on("data", (chunk) => {
    output += chunk;
  });
  server.stderr.on("data", (chunk) => {
    complaint += chunk;
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.once("close", (status) => resolve({ status, output, complaint }));
  });
}
