/** Browsers hash only on https and localhost. Elsewhere the server reports duplicates after the upload. */
export const canHash = () => globalThis.isSecureContext;

export async function sha256(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
