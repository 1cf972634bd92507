/** Browsers hash only on https and localhost. Elsewhere the server reports duplicates after the upload. */
export const canHash = () => globalThis.isSecureContext;

/** The browser hashes only what it holds in memory. */
const MAX_BYTES = 200 * 1024 * 1024;

/** Undefined for a file that is too large, or cannot be read: sending it shows what is wrong. */
export async function sha256(file: Blob): Promise<string | undefined> {
  if (file.size > MAX_BYTES) return undefined;
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (!bytes) return undefined;
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
