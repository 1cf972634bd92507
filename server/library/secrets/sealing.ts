import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Secrets that the owner must be able to read again, and values that only this site can make. Both need the key file,
 * which is neither in the database nor in a backup.
 */
export type Sealing = {
  seal(secret: string): string;
  /** Undefined when it was sealed with another key. */
  unseal(sealed: string): string | undefined;
  sign(text: string): string;
  isSigned(text: string, signature: string): boolean;
};

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function openSealing(key: Buffer): Sealing {
  // One purpose each: a signature must not say anything about what is sealed.
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", key, "", purpose, 32));
  const [sealKey, signKey] = [derive("sealed secrets"), derive("signed values")];
  const sign = (text: string) => createHmac("sha256", signKey).update(text).digest("base64url");
  return {
    seal(secret) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealKey, nonce);
      const bytes = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString("base64url");
    },
    unseal(sealed) {
      const bytes = Buffer.from(sealed, "base64url");
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv(CIPHER, sealKey, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
      } catch {
        return undefined;
      }
    },
    sign,
    isSigned(text, signature) {
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(text))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
