import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

const compute = crypto.argon2;
const known = new Map<string, Promise<NonSharedBuffer>>();

/**
 * Computes the same hash of the same password and salt once: every test server is a copy of one database, so hundreds of
 * sign-ins check the same password against the same hash. They took a fourteenth of the processor time of the server tests.
 * Must be loaded before the server is.
 */
const remembered: typeof crypto.argon2 = (algorithm, parameters, callback) => {
  const key = JSON.stringify([algorithm, parameters]);
  const hash =
    known.get(key) ??
    new Promise((resolve, reject) => {
      compute(algorithm, parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
    });
  known.set(key, hash);
  hash.then(
    (tag) => callback(null, Buffer.from(tag)),
    (error) => callback(error, Buffer.alloc(0)),
  );
};
crypto.argon2 = remembered;
syncBuiltinESMExports();
