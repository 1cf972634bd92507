import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect } from "../expect.ts";
import type { Engines } from "./cluster.ts";

/** The whole API suite: each test gets two nodes that share a database and a bucket, and alternates between them. */
export async function runSuite({ ceph }: Engines): Promise<void> {
  const suite = spawn("vitest", ["run", "--project", "postgres, s3", "--reporter=dot"], {
    env: { ...process.env, VITRINE_ALL_PAIRS: "1", VITRINE_TEST_NODES: "2", VITRINE_TEST_S3: ceph.endpoint },
    stdio: "inherit",
  });
  const [status] = await once(suite, "exit");
  expect("the API suite passes with requests alternating between two nodes", status === 0);
}
