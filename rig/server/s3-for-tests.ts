import type { TestProject } from "vitest/node";
import { startS3 } from "../s3.ts";

/** One S3 server for the whole run; every test server gets its own bucket. A proof may supply another S3 server. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.VITRINE_TEST_S3) {
    project.provide("s3Endpoint", process.env.VITRINE_TEST_S3);
    return undefined;
  }
  const s3 = await startS3();
  project.provide("s3Endpoint", s3.endpoint);
  return s3.stop;
}

declare module "vitest" {
  interface ProvidedContext {
    s3Endpoint: string;
  }
}
