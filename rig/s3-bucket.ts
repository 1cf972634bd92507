import { randomUUID } from "node:crypto";
import { AwsClient } from "aws4fetch";

/** What a site needs to use a bucket. */
export type S3Env = { STORAGE_URL: string; AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };

/** The only keys that the test S3 server accepts. */
export const S3_KEYS = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };

export const s3Env = (endpoint: string, bucket: string): S3Env => ({
  STORAGE_URL: `s3://${bucket}?endpoint=${endpoint}&region=us-east-1`,
  ...S3_KEYS,
});

/** Creates an empty bucket on an S3 server that accepts these keys. */
export async function makeBucket(endpoint: string): Promise<S3Env> {
  const bucket = `test-${randomUUID()}`;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = S3_KEYS;
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: "s3", region: "us-east-1" });
  const made = await client.fetch(`${endpoint}/${bucket}`, { method: "PUT" });
  if (!made.ok) throw new Error(`cannot create the bucket: ${made.status}`);
  return s3Env(endpoint, bucket);
}
