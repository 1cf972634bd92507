import { afterEach, expect, test, vi } from "vitest";
import { sha256 } from "./sha256.ts";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
])("the hash of %j is the published one, with https and without", async (text, hash) => {
  expect(await sha256(new Blob([text]))).toBe(hash);
  vi.stubGlobal("isSecureContext", true);
  expect(await sha256(new Blob([text]))).toBe(hash);
});

test("a file of several pieces has the same hash with https and without", async () => {
  const megabyte = 1024 * 1024;
  const bytes = Uint8Array.from({ length: 2.5 * megabyte }, (_, index) => (index * 7919) % 251);
  for (const size of [megabyte - 1, megabyte, bytes.length]) {
    const file = new Blob([bytes.subarray(0, size)]);
    const inPieces = await sha256(file);
    vi.stubGlobal("isSecureContext", true);
    expect(await sha256(file)).toBe(inPieces);
    vi.unstubAllGlobals();
  }
});

test("a file that cannot be read has none", async () => {
  const gone = { size: 1, slice: () => ({ arrayBuffer: () => Promise.reject(new Error("NotReadableError")) }) };
  // Only what the function uses.
  expect(await sha256(gone as unknown as Blob)).toBeUndefined();
});
