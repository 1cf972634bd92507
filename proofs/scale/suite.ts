import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Engines } from "./cluster.ts";
import { expect } from "./cluster.ts";

/** The whole API suite, each test on two nodes of its own that share a database and a bucket, asked in turn. */
export async function runSuite({ ceph }: Engines): Promise<void> {
  const suite = spawn("vitest", ["run", "--project", "postgres, s3", "--reporter=dot"], {
    env: { ...process.env, VITRINE_TEST_NODES: "2", VITRINE_TEST_S3: ceph.endpoint },
    stdio: "inherit",
  });
  const [status] = await once(suite, "exit");
  expect("the API suite passes with requests going to two nodes in turn", status === 0);
}
