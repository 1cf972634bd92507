import { queryOptions, useQuery } from "@tanstack/react-query";
import * as contract from "../../../contract/categories.ts";
import { PREFERRED_ALBUM_CATEGORY } from "../../../contract/limits.ts";
import { listPhotos } from "../../../contract/photos.ts";
import { call } from "../../api/call.ts";
import { endpointQuery } from "./endpoint-query.ts";
import { queryKey } from "./query-key.ts";

export type AdminCategory = contract.AdminCategory;
export type CategoryChange = Partial<Pick<AdminCategory, "name" | "key" | "hidden" | "description" | "cover_photo_id">>;

export const categoriesQuery = endpointQuery(contract.listAdminCategories, ({ categories }) => categories);

/** Fewer than a screen holds would hide some; more take long to load. */
const COVER_CHOICES = 120;

/** Those that can be a category's cover, newest first. */
export const categoryPhotosQuery = (key: string) => {
  const query = { deleted: "0", visibility: 0, category: key.toUpperCase(), limit: COVER_CHOICES } as const;
  return queryOptions({
    queryKey: [...queryKey(listPhotos), "covers", key],
    queryFn: async ({ signal }) => (await call(listPhotos, { query, signal })).photos,
  });
};

/** In the owner's order; empty until loaded. */
export const useCategories = (): AdminCategory[] => useQuery(categoriesQuery).data ?? [];

/** The category of a new album, unless the screen has one. */
export function useDefaultCategory(): string {
  const categories = useCategories();
  const preferred = categories.find(({ key }) => key === PREFERRED_ALBUM_CATEGORY) ?? categories[0];
  return preferred?.key ?? PREFERRED_ALBUM_CATEGORY;
}
