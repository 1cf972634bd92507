import { queryOptions } from "@tanstack/react-query";
import { listPhotoIds } from "../../../contract/photos.ts";
import { call } from "../../api/call.ts";
import { queryKey } from "./query-key.ts";

const IN_TRASH = { deleted: "1" } as const;

/** The whole trash, so that its number is right and "all" means all. The photos load as they come into view. */
export const trashedPhotoIds = queryOptions({
  queryKey: queryKey(listPhotoIds, { query: IN_TRASH }),
  queryFn: async ({ signal }) => {
    try {
      return await readTrash(signal);
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: spec section 8, a failed trash fetch is only logged
      console.error("Failed to fetch the trash", error);
      throw error;
    }
  },
});

export const readTrash = async (signal?: AbortSignal) => (await call(listPhotoIds, { query: IN_TRASH, signal })).ids;
