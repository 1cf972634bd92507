import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as contract from "../../../contract/categories.ts";
import { PREFERRED_ALBUM_CATEGORY } from "../../../contract/limits.ts";
import { call } from "../../api/call.ts";
import { useToast } from "../../ui/Toast.tsx";
import { announceAlbums } from "./albums.api.ts";
import { ALBUM_MUTATION, refreshPhotos } from "./library-cache.ts";
import { queryKey } from "./query-key.ts";
import { useReorder } from "./reorder.api.ts";
import { showNow } from "./show-now.ts";

type AdminCategory = contract.AdminCategory;
export type CategoryChange = Partial<Pick<AdminCategory, "name" | "key" | "hidden">>;

export const categoriesQuery = queryOptions({
  queryKey: queryKey(contract.listAdminCategories),
  queryFn: async ({ signal }) => (await call(contract.listAdminCategories, { signal })).categories,
});

/** In the owner's order; empty until loaded. */
export const useCategories = (): AdminCategory[] => useQuery(categoriesQuery).data ?? [];

/** The category of a new album, unless the screen has one. */
export function useDefaultCategory(): string {
  const categories = useCategories();
  const preferred = categories.find(({ key }) => key === PREFERRED_ALBUM_CATEGORY) ?? categories[0];
  return preferred?.key ?? PREFERRED_ALBUM_CATEGORY;
}

/** Shows no message on failure: the form does. */
export function useCreateCategory() {
  const client = useQueryClient();
  const toast = useToast();
  const remove = useDeleteCategory();
  return useMutation({
    mutationKey: ALBUM_MUTATION,
    mutationFn: (body: { name: string; key?: string }) => call(contract.createCategory, { body }),
    onSuccess: ({ category }) => {
      client.setQueryData(categoriesQuery.queryKey, (known) => known && [...known, category]);
      toast({
        message: `${category.name} added`,
        onUndo: () => remove.mutate({ category, isUndo: true }),
      });
    },
    onSettled: announceAlbums,
  });
}

type CategoryEdit = {
  category: AdminCategory;
  change: CategoryChange;
  /** An undo cannot be undone in turn. */
  isUndo?: boolean;
  /** The form stays open and shows why the server refused. */
  isInForm?: boolean;
};

export function useUpdateCategory() {
  const client = useQueryClient();
  const toast = useToast();
  const update = useMutation({
    mutationKey: ALBUM_MUTATION,
    mutationFn: ({ category, change }: CategoryEdit) =>
      call(contract.updateCategory, { params: { key: category.key }, body: change }),
    onMutate: ({ category, change: { key, ...shown } }) =>
      showNow(client, categoriesQuery, (known) =>
        known.map((other) => (other.key === category.key ? { ...other, ...shown } : other)),
      ),
    onSuccess: ({ category: saved }, { category, change, isUndo }) => {
      client.setQueryData(categoriesQuery.queryKey, (known) =>
        known?.map((other) => (other.key === category.key ? saved : other)),
      );
      const message = describeChange(saved, change);
      const undo = () => update.mutate({ category: saved, change: sameFields(change, category), isUndo: true });
      toast(isUndo ? { message: `Undone: ${message}` } : { message, onUndo: undo });
      // Photos name their category, and those of a hidden one have other addresses.
      refreshPhotos(client);
    },
    onError: (error, { category, isInForm }, before) => {
      client.setQueryData(categoriesQuery.queryKey, before);
      if (!isInForm) toast({ tone: "error", message: `${category.name} was not changed: ${error.message}` });
    },
    onSettled: announceAlbums,
  });
  return update;
}

/** A deleted category comes back as it was: an empty one is only its name, its address and its place. */
export function useDeleteCategory() {
  const client = useQueryClient();
  const toast = useToast();
  const restore = useMutation({
    mutationKey: ALBUM_MUTATION,
    mutationFn: async ({ category: { key, name, hidden }, order }: { category: AdminCategory; order: string[] }) => {
      await call(contract.createCategory, { body: { key, name } });
      if (hidden) await call(contract.updateCategory, { params: { key }, body: { hidden } });
      return call(contract.reorderCategories, { body: { keys: order } });
    },
    onSuccess: ({ categories }, { category }) => {
      client.setQueryData(categoriesQuery.queryKey, categories);
      toast({ message: `Undone: ${category.name} deleted` });
    },
    onError: (error, { category }) =>
      toast({ tone: "error", message: `${category.name} did not come back: ${error.message}` }),
    onSettled: announceAlbums,
  });
  return useMutation({
    mutationKey: ALBUM_MUTATION,
    mutationFn: ({ category }: { category: AdminCategory; isUndo?: boolean }) =>
      call(contract.deleteCategory, { params: { key: category.key } }),
    onMutate: ({ category }) =>
      showNow(client, categoriesQuery, (known) => known.filter(({ key }) => key !== category.key)),
    onSuccess: (_, { category, isUndo }, before) => {
      const order = before?.map(({ key }) => key) ?? [];
      if (isUndo) toast({ message: `Undone: ${category.name} added` });
      else toast({ message: `${category.name} deleted`, onUndo: () => restore.mutate({ category, order }) });
    },
    onError: (error, { category }, before) => {
      client.setQueryData(categoriesQuery.queryKey, before);
      toast({ tone: "error", message: `${category.name} was not deleted: ${error.message}` });
    },
    onSettled: announceAlbums,
  });
}

export const useReorderCategories = () =>
  useReorder({
    mutationKey: ALBUM_MUTATION,
    scope: "categories-order",
    query: categoriesQuery,
    orderOf: (known) => known.map(({ key }) => key),
    inOrder: (known, order) => order.flatMap((key) => known.find((category) => category.key === key) ?? []),
    send: (keys: string[]) => call(contract.reorderCategories, { body: { keys } }),
    name: "the categories",
    subject: "The categories were",
    fallback: "Failed to reorder categories",
    onSettled: announceAlbums,
  });

const sameFields = (change: CategoryChange, category: AdminCategory): CategoryChange =>
  Object.fromEntries(Object.entries(category).filter(([field]) => field in change));

function describeChange({ name, url }: AdminCategory, change: CategoryChange): string {
  if (change.hidden !== undefined) {
    return change.hidden ? `${name} is hidden. Visitors see nothing of it.` : `${name} is shown`;
  }
  return change.key === undefined ? `${name} saved` : `${name} is at ${url} now`;
}
