import { type FetchQueryOptions, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { failedWith, messageOf } from "../../api/api-error.ts";
import { useToast } from "../../ui/Toast.tsx";
import { isSameOrder, withoutMove } from "./order.ts";
import { type CachedQuery, showNow } from "./show-now.ts";

type Reordering<Id, Data> = {
  mutationKey: string[];
  /** Mutations with the same scope run one at a time, so the last requested order wins. */
  scope: string;
  query: CachedQuery<Data> & FetchQueryOptions<Data, Error, Data, QueryKey>;
  orderOf: (shown: Data) => Id[];
  inOrder: (shown: Data, order: Id[]) => Data;
  send: (order: Id[]) => Promise<unknown>;
  /** What is in this order: "Milano". */
  name: string;
  /** As in "This album was changed in another window." */
  subject: string;
  fallback: string;
  /** Runs after a failure too: the list must then show what the server has. */
  onSettled: (order: Id[]) => void;
};

/** Saves an order set by hand: shows it immediately, offers Undo, and reports a refusal. */
export function useReorder<Id, Data>(reordering: Reordering<Id, Data>): (order: Id[]) => void {
  const { mutationKey, scope, query, orderOf, inOrder, send, name, onSettled } = reordering;
  const client = useQueryClient();
  const toast = useToast();
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: scope },
    mutationFn: async ({ order, undone }: NewOrder<Id>) =>
      send(undone ? withoutMove(orderOf(await loadLatest()), order, undone) : order),
    onMutate: ({ order, undone }) =>
      showNow(client, query, (shown) => inOrder(shown, undone ? withoutMove(orderOf(shown), order, undone) : order)),
    onSuccess: (_, { order, undone }, before) => {
      const message = `New order of ${name} saved`;
      if (undone || !before) toast({ message: undone ? `Undone: ${message}` : message });
      else toast({ message, onUndo: () => mutate({ order: orderOf(before), undone: order }) });
    },
    onError: (error) => toast({ tone: "error", message: refusalMessage(error, reordering) }),
    onSettled: (_, __, { order }) => onSettled(order),
  });
  // Under another key: what is on screen has the change already.
  const loadLatest = () =>
    client.fetchQuery({ ...query, queryKey: [...query.queryKey, "latest"], staleTime: 0, gcTime: 0 });
  return (order) => {
    const shown = client.getQueryData<Data>(query.queryKey);
    if (shown === undefined || !isSameOrder(order, orderOf(shown))) mutate({ order });
  };
}

/**
 * To undo a move, `order` is the one before and `undone` the one after it. Another window may have changed the list since:
 * only what was moved goes back. An undo cannot be undone in turn.
 */
type NewOrder<Id> = { order: Id[]; undone?: Id[] };

type Wording = { subject: string; fallback: string };

export function refusalMessage(error: unknown, { subject, fallback }: Wording): string {
  const isOutdated = failedWith(error, "CONFLICT", "VALIDATION");
  if (isOutdated) return `${subject} changed in another window. Showing the latest order. Try the move again.`;
  return messageOf(error, fallback);
}
