import type { Storage } from "./storage.ts";
import { StorageError, type StorageErrorType } from "./storage-error.ts";

/** The same storage, with each of its failures counted once. */
export function countingErrors(storage: Storage, count: (type: StorageErrorType) => void): Storage {
  // An error may pass several calls, such as one made by the work in `withLocalFile`.
  const counted = new WeakSet<StorageError>();

  function counting<Parameters extends unknown[], Result>(call: (...parameters: Parameters) => Promise<Result>) {
    return (...parameters: Parameters): Promise<Result> =>
      call(...parameters).catch((error: unknown) => {
        if (error instanceof StorageError && !counted.has(error)) {
          counted.add(error);
          count(error.type);
        }
        throw error;
      });
  }

  return {
    ...storage,
    writeTemp: counting(storage.writeTemp),
    copyToTemp: counting(storage.copyToTemp),
    putFile: counting(storage.putFile),
    putBytes: counting(storage.putBytes),
    sizeOf: counting(storage.sizeOf),
    open: counting(storage.open),
    read: counting(storage.read),
    withLocalFile: (key, work) => counting(() => storage.withLocalFile(key, work))(),
    delete: counting(storage.delete),
    check: counting(storage.check),
  };
}
