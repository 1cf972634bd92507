import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { AgeDamagedError, decrypt, encrypt, encryptedSize, WrongPassphraseError } from "./age.ts";

const KEY = { passphrase: "correct horse", work: 4 };
const BLOCK_BYTES = 64 * 1024;
const SEALED_BLOCK_BYTES = BLOCK_BYTES + 16;

const decrypted = (bytes: Uint8Array, key = KEY) => buffer(decrypt(key, [bytes]));

test.each([0, 1, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 3 * BLOCK_BYTES + 7])(
  "%i bytes come back as they were, however they arrive, and take the size that was foreseen",
  async (size) => {
    const bytes = randomBytes(size);
    const parts = Array.from({ length: Math.ceil(size / 50_001) }, (_, part) =>
      bytes.subarray(part * 50_001, (part + 1) * 50_001),
    );

    const encrypted = await buffer(encrypt(KEY, parts));

    expect(encrypted).toHaveLength(encryptedSize(size, KEY.work));
    expect(await decrypted(encrypted)).toEqual(bytes);
    const byteWise = [...encrypted.subarray(0, 300)].map((byte) => Buffer.from([byte]));
    expect(await buffer(decrypt(KEY, [...byteWise, encrypted.subarray(300)]))).toEqual(bytes);
  },
);

test("a file that another program encrypted is read", async () => {
  // Written by the package age-encryption 0.3, with a work factor of 4.
  const foreign =
    "YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCB1RjN5aHpINXR4ZThZQ1d0Mi90aktnIDQKd1pGTmVhenZEWG9XdVZzcDc4UkhmUXp0cWpHaFROVE1O" +
    "d3lBRStrdVdORQotLS0gQ0o3L1Eyc3JGUnUxNlpSNitYajNFSDhqci9QeVZLYTRqRmNBUUNIZ2xvOAp1ThzPPhCZ0s852veK16UUmO9QFREhHne1Mo2Qdb7T" +
    "Ylup45Des+5V0P2Klb8=";

  expect((await decrypted(Buffer.from(foreign, "base64"))).toString()).toBe("A photograph\n");
});

test("another passphrase is noticed, and a file that asks for more work than agreed is refused", async () => {
  const encrypted = await buffer(encrypt(KEY, [Buffer.from("secret")]));

  await expect(decrypted(encrypted, { ...KEY, passphrase: "wrong horse" })).rejects.toThrow(WrongPassphraseError);
  await expect(decrypted(encrypted, { ...KEY, work: 3 })).rejects.toThrow(AgeDamagedError);
});

test("blocks that are changed, missing, repeated or in another place are noticed", async () => {
  const encrypted = await buffer(encrypt(KEY, [randomBytes(3 * BLOCK_BYTES + 100)]));
  const start = encryptedSize(0, KEY.work) - 16;
  const head = encrypted.subarray(0, start);
  const block = (index: number) =>
    encrypted.subarray(start + index * SEALED_BLOCK_BYTES, start + (index + 1) * SEALED_BLOCK_BYTES);
  const of = (...indexes: number[]) => Buffer.concat([head, ...indexes.map(block)]);
  expect(await decrypted(of(0, 1, 2, 3))).toHaveLength(3 * BLOCK_BYTES + 100);

  const flipped = (at: number) => encrypted.with(at, (encrypted[at] ?? 0) ^ 1);
  const damaged = {
    "at a block's end": of(0, 1, 2),
    "in a block": encrypted.subarray(0, -1),
    "before the first block": head,
    "in the header": encrypted.subarray(0, 60),
    "nothing left": Buffer.alloc(0),
    reordered: of(1, 0, 2, 3),
    repeated: of(0, 0, 1, 2, 3),
    skipped: of(0, 2, 3),
    extended: Buffer.concat([encrypted, randomBytes(40)]),
    "a bit of a block": flipped(start + 5),
    "a bit of the nonce": flipped(start - 1),
    "a bit of the header's code": flipped(start - 20),
    "a character of the header's code that no code has": encrypted.with(start - 20, "*".charCodeAt(0)),
  };
  for (const [how, bytes] of Object.entries(damaged)) {
    await expect(decrypted(bytes), how).rejects.toThrow(AgeDamagedError);
  }
});
