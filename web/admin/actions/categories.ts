import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as contract from "../../../contract/categories.ts";
import { readablePath } from "../../../contract/paths.ts";
import { call } from "../../api/call.ts";
import { type Turn, useToast } from "../../ui/Toast.tsx";
import { announceAlbums } from "../data/albums.api.ts";
import { type AdminCategory, type CategoryChange, categoriesQuery } from "../data/categories.api.ts";
import { ALBUM_MUTATION, refreshPhotos } from "../data/library-cache.ts";
import { showNow } from "../data/show-now.ts";
import { useReorder } from "./reorder.ts";

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
      const message = `${category.name} added`;
      toast({
        message,
        reverse: (turn): Promise<unknown> => remove.mutateAsync({ category, reversed: { turn, message } }),
      });
    },
    onSettled: announceAlbums,
  });
}

type CategoryEdit = {
  category: AdminCategory;
  change: CategoryChange;
  /** What an undo undoes, in the words of the change itself. */
  reversed?: { turn: Turn; done: Done };
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
    onSuccess: ({ category: saved }, { category, change, reversed }) => {
      client.setQueryData(categoriesQuery.queryKey, (known) =>
        known?.map((other) => (other.key === category.key ? saved : other)),
      );
      const done = reversed?.done ?? describeChange(saved, change);
      const back = sameFields(change, category);
      toast({
        ...done,
        turn: reversed?.turn,
        reverse: (turn): Promise<unknown> =>
          update.mutateAsync({ category: saved, change: back, reversed: { turn, done } }),
      });
      // Photos name their category, and those of a hidden one have other URLs.
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

type Removal = { category: AdminCategory; reversed?: { turn: Turn; message: string } };

/** A deleted category comes back as it was: an empty one is its name, its text, its URLs and its place. */
export function useDeleteCategory() {
  const client = useQueryClient();
  const toast = useToast();
  const restore = useMutation({
    mutationKey: ALBUM_MUTATION,
    mutationFn: async ({ category, order }: Required<Removal> & { order: string[] }) => {
      const { key, name, hidden, description, former_keys } = category;
      const keys = [...former_keys, key];
      await call(contract.createCategory, { body: { key: keys[0] ?? key, name } });
      // Once more through its former URLs, so that they lead to it again.
      for (const [index, former] of keys.entries()) {
        const body = { key: keys[index + 1] ?? key, hidden, description };
        await call(contract.updateCategory, { params: { key: former }, body });
      }
      return call(contract.reorderCategories, { body: { keys: order } });
    },
    onSuccess: ({ categories }, { category, reversed: { turn, message } }) => {
      client.setQueryData(categoriesQuery.queryKey, categories);
      toast({
        message,
        turn,
        reverse: (turn): Promise<unknown> => remove.mutateAsync({ category, reversed: { turn, message } }),
      });
    },
    onError: (error, { category }) =>
      toast({ tone: "error", message: `${category.name} could not be restored: ${error.message}` }),
    onSettled: announceAlbums,
  });
  const remove = useMutation({
    mutationKey: ALBUM_MUTATION,
    mutationFn: ({ category }: Removal) => call(contract.deleteCategory, { params: { key: category.key } }),
    onMutate: ({ category }) =>
      showNow(client, categoriesQuery, (known) => known.filter(({ key }) => key !== category.key)),
    onSuccess: (_, { category, reversed }, before) => {
      const order = before?.map(({ key }) => key) ?? [];
      const message = reversed?.message ?? `${category.name} deleted`;
      toast({
        message,
        turn: reversed?.turn,
        reverse: (turn): Promise<unknown> => restore.mutateAsync({ category, order, reversed: { turn, message } }),
      });
    },
    onError: (error, { category }, before) => {
      client.setQueryData(categoriesQuery.queryKey, before);
      toast({ tone: "error", message: `${category.name} was not deleted: ${error.message}` });
    },
    onSettled: announceAlbums,
  });
  return remove;
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

type Done = { message: string; note?: string };

function describeChange({ name, url }: AdminCategory, change: CategoryChange): Done {
  if (change.hidden) return { message: `${name} hidden`, note: "Visitors do not see it." };
  if (change.hidden === false) return { message: `${name} shown` };
  if (change.cover_photo_id !== undefined) return { message: `Cover of ${name} changed` };
  return {
    message: change.key === undefined ? `${name} changed` : `Address of ${name} changed to ${readablePath(url)}`,
  };
}
