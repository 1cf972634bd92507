import { queryOptions } from "@tanstack/react-query";
import { listAlbums } from "../../../contract/albums.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";

export const albumsQuery = queryOptions({
  queryKey: ["albums"],
  queryFn: async ({ signal }) => {
    try {
      return (await call(listAlbums, { signal })).albums;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401) throw error;
      throw new ApiError(error.status, `Failed to fetch albums: ${error.status} ${error.message}`);
    }
  },
});
