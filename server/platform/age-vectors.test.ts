import { createHash } from "node:crypto";
import { inflateSync } from "node:zlib";
import * as vectors from "cctv-age";
import { expect, test } from "vitest";
import { AgeDamagedError, type AgeKey, decrypt, makeHeader, WrongPassphraseError } from "./age.ts";

/**
 * The published test vectors of the format (https://github.com/C2SP/CCTV/tree/main/age): what is encrypted with a passphrase,
 * and everything about the blocks. Those about public keys and about text armour are left out, which backups do not have.
 */
/** We learn which block is the last before we decrypt it: of these, less is released than the reference does. */
const HELD_BACK = /_(no_final.*_full|trailing_garbage|two_final_chunks)/;
const HEADER_END = /\n--- [^\n]*\n/;

type Vector = { name: string; fields: Map<string, string>; file: Buffer };

const all = Object.entries(vectors).map(([name, bytes]) => readVector(name, bytes));
const withPassphrase = all.filter(({ fields }) => fields.has("passphrase") && !fields.has("armored"));
const ofBlocks = all.filter(({ name }) => name.startsWith("stream_"));

test("these are all the vectors that apply", () => {
  expect([withPassphrase.length, ofBlocks.length]).toEqual([25, 28]);
});

test.each(withPassphrase)("$name", async ({ name, fields, file }) => {
  // More than a backup asks for, and less than the vector that asks for too much.
  await expectVector(name, fields, { passphrase: fields.get("passphrase") ?? "", work: 17 }, file);
});

/** Their file keys are for public keys: each gets a header with a passphrase instead. */
test.each(ofBlocks)("$name", async ({ name, fields, file }) => {
  const key = { passphrase: "correct horse", work: 1 };
  const [header = ""] = HEADER_END.exec(file.toString("latin1")) ?? [];
  const blocks = file.subarray(file.indexOf(header) + header.length);
  const fileKey = Buffer.from(fields.get("file key") ?? "", "hex");
  await expectVector(name, fields, key, Buffer.concat([await makeHeader(key, fileKey), blocks]));
});

async function expectVector(name: string, fields: Map<string, string>, key: AgeKey, file: Buffer) {
  const released = createHash("sha256");
  let failure: unknown;
  try {
    for await (const block of decrypt(key, [file])) released.update(block);
  } catch (error) {
    failure = error;
  }
  if (fields.get("expect") === "success") expect(failure).toBeUndefined();
  // A header of a kind that we do not write is damaged to us, also if it is valid.
  else if (fields.get("expect") === "no match" && name !== "scrypt_uppercase")
    expect(failure).toBeInstanceOf(WrongPassphraseError);
  else expect(failure).toBeInstanceOf(AgeDamagedError);
  const payload = fields.get("payload");
  if (payload && !HELD_BACK.test(name)) expect(released.digest("hex")).toBe(payload);
}

/** Lines with a name and a value, an empty line, and the encrypted file. */
function readVector(name: string, bytes: Uint8Array): Vector {
  const buffer = Buffer.from(bytes);
  const end = buffer.indexOf("\n\n");
  const lines = buffer.toString("latin1", 0, end).split("\n");
  const fields = new Map(
    lines.map((line): [string, string] => [line.split(": ", 1)[0] ?? "", line.replace(/^.*?: /, "")]),
  );
  const file = buffer.subarray(end + 2);
  return { name, fields, file: fields.get("compressed") === "zlib" ? inflateSync(file) : file };
}
