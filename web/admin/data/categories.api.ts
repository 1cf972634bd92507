import { useQuery } from "@tanstack/react-query";
import * as contract from "../../../contract/categories.ts";
import { PREFERRED_ALBUM_CATEGORY } from "../../../contract/limits.ts";
import { endpointQuery } from "./endpoint-query.ts";

export type AdminCategory = contract.AdminCategory;
export type CategoryChange = Partial<Pick<AdminCategory, "name" | "key" | "hidden" | "description" | "cover_photo_id">>;

export const categoriesQuery = endpointQuery(contract.listAdminCategories, ({ categories }) => categories);

/** As visitors see them, with their covers. Hidden ones are not among them. */
export const shownCategoriesQuery = endpointQuery(contract.listCategories);

/** In the owner's order; empty until loaded. */
export const useCategories = (): AdminCategory[] => useQuery(categoriesQuery).data ?? [];

/** The category of a new album, unless the screen has one. */
export function useDefaultCategory(): string {
  const categories = useCategories();
  const preferred = categories.find(({ key }) => key === PREFERRED_ALBUM_CATEGORY) ?? categories[0];
  return preferred?.key ?? PREFERRED_ALBUM_CATEGORY;
}
