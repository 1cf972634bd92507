import { stat } from "node:fs/promises";

/** Whether there is such a file or folder. Throws if the permissions hide it. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    const isMissing =
      error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
    if (isMissing) return false;
    throw error;
  }
}
