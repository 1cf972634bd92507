import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CallInput } from "../../../contract/endpoint.ts";
import * as contract from "../../../contract/written-pages.ts";
import { call } from "../../api/call.ts";
import { useToast } from "../../ui/Toast.tsx";
import { pageQuery, pagesQuery, pageVersionsQuery } from "../data/pages.api.ts";
import { useReorder } from "./reorder.ts";

export type NewPage = NonNullable<CallInput<typeof contract.createWrittenPage>["body"]>;
type PageChange = Omit<NonNullable<CallInput<typeof contract.updateWrittenPage>["body"]>, "revision">;

const PAGE_MUTATION = ["pages"];

/** Shows no message on success: the editor opens. */
export function useCreatePage() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationKey: PAGE_MUTATION,
    mutationFn: (body: NewPage) => call(contract.createWrittenPage, { body }),
    onError: (error) => toast({ tone: "error", message: `The page was not made: ${error.message}` }),
    onSettled: () => client.invalidateQueries({ queryKey: pagesQuery.queryKey }),
  });
}

export function useDeletePage() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationKey: PAGE_MUTATION,
    mutationFn: ({ id }: Pick<contract.WrittenPageInList, "id" | "title">) =>
      call(contract.deleteWrittenPage, { params: { id } }),
    onSuccess: (_, { title }) => toast({ message: `${title} deleted` }),
    onError: (error, { title }) => toast({ tone: "error", message: `${title} was not deleted: ${error.message}` }),
    onSettled: () => client.invalidateQueries({ queryKey: pagesQuery.queryKey }),
  });
}

export const useReorderPages = () =>
  useReorder({
    mutationKey: PAGE_MUTATION,
    scope: "pages-order",
    query: pagesQuery,
    orderOf: (known) => known.filter(({ kind }) => kind === "page").map(({ id }) => id),
    inOrder: (known, order) => [
      ...order.flatMap((id) => known.find((page) => page.id === id) ?? []),
      ...known.filter(({ kind }) => kind === "entry"),
    ],
    send: (ids: contract.PageId[]) => call(contract.reorderWrittenPages, { body: { ids } }),
    name: "the pages",
    subject: "The pages were",
    fallback: "Failed to reorder pages",
    onSettled: () => {},
  });

/** Of the revision that it was made from: the server refuses an older one. The next one is in the cache then. */
export async function savePage(
  client: QueryClient,
  { id, revision }: { id: contract.PageId; revision: number },
  change: PageChange,
): Promise<contract.WrittenPage> {
  const { page } = await call(contract.updateWrittenPage, { params: { id }, body: { ...change, revision } });
  client.setQueryData(pageQuery(id).queryKey, page);
  void client.invalidateQueries({ queryKey: pagesQuery.queryKey });
  void client.invalidateQueries({ queryKey: pageVersionsQuery(id).queryKey });
  return page;
}
