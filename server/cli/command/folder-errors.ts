import { CannotStartError } from "../../errors.ts";
import { ownName } from "../../platform/require-owner.ts";

/** The database and the storage have errors of their own; what is left concerns the folder that the command was given. */

export async function writingTo<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, path = folder } = detailsOf(error);
    if (code === "ENOSPC" || code === "EDQUOT") {
      throw new CannotStartError(`the disk that holds ${folder} is full. What was written there is incomplete`);
    }
    if (code === "EROFS") throw new CannotStartError(`the disk that holds ${folder} is read-only`);
    if (code === "EACCES" || code === "EPERM") throw cannotBe("written", path);
    throw error;
  }
}

export async function readingFrom<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, path = folder } = detailsOf(error);
    if (code === "EACCES" || code === "EPERM") throw cannotBe("read", path);
    throw error;
  }
}

export const cannotBe = (done: string, path: string) =>
  new CannotStartError(`${path} cannot be ${done} by ${ownName()}. Check its owner, and those of the folders above it`);

function detailsOf(error: unknown): { code?: string; path?: string } {
  return error instanceof Error ? (error as NodeJS.ErrnoException) : {};
}
