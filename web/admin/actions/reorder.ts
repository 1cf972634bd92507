import { type FetchQueryOptions, hashKey, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { failedWith, isUnreachable, messageOf } from "../../api/api-error.ts";
import { type Turn, useToast } from "../../ui/Toast.tsx";
import { isSameOrder, orderedLike, withoutMove } from "../data/order.ts";
import { type CachedQuery, showNow } from "../data/show-now.ts";

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
  /** Runs after a failure too: another window may have changed the list. */
  onSettled: (order: Id[]) => void;
};

/** Saves an order set by hand: shows it immediately, offers Undo, and goes back to the stored order if it is not saved. */
export function useReorder<Id, Data>(reordering: Reordering<Id, Data>): (order: Id[]) => void {
  const { mutationKey, scope, query, orderOf, inOrder, send, name, onSettled } = reordering;
  const client = useQueryClient();
  const toast = useToast();
  const list = `${scope} ${hashKey(query.queryKey)}`;
  const { mutate, mutateAsync } = useMutation({
    mutationKey,
    scope: { id: scope },
    mutationFn: async (change: NewOrder<Id>) => {
      const order = change.reversed ? wantedOrder(orderOf(await loadLatest()), change) : change.order;
      await send(order);
      return order;
    },
    onMutate: async (change) => {
      const shown = await showNow(client, query, (shown) => inOrder(shown, wantedOrder(orderOf(shown), change)));
      return shown && { before: orderOf(shown), stored: expectNewOrder(list, orderOf(shown)) };
    },
    onSuccess: (order, change, shown) => {
      if (shown) shown.stored.order = order;
      const back =
        shown && ((turn: Turn) => mutateAsync({ order: shown.before, reversed: { turn, order: change.order } }));
      toast({ message: `New order of ${name} saved`, turn: change.reversed?.turn, reverse: back });
    },
    onError: (error, _, shown) => {
      // Not left to the reload, which may fail too. A later order that is still on its way replaces this one.
      if (shown?.stored.pending === 1) {
        const { order } = shown.stored;
        client.setQueryData<unknown>(
          query.queryKey,
          (now: Data | undefined) => now && inOrder(now, orderedLike(order, orderOf(now))),
        );
      }
      toast({ tone: "error", message: refusalMessage(error, reordering) });
    },
    onSettled: (_, __, { order }, shown) => {
      if (shown) shown.stored.pending -= 1;
      if (shown?.stored.pending === 0) storedOrders.delete(list);
      onSettled(order);
    },
  });
  // Under another key: what is on screen has the change already.
  const loadLatest = () =>
    client.fetchQuery({ ...query, queryKey: [...query.queryKey, "latest"], staleTime: 0, gcTime: 0 });
  return (order) => {
    const shown = client.getQueryData<Data>(query.queryKey);
    if (shown === undefined || !isSameOrder(order, orderOf(shown))) mutate({ order });
  };
}

/** To undo a move, `order` is the one before it and `reversed` has the one after it. Redo is the undo of that. */
type NewOrder<Id> = { order: Id[]; reversed?: { turn: Turn; order: Id[] } };

/** Another window may have changed the list since: an undo only moves back what was moved. */
const wantedOrder = <Id>(now: Id[], { order, reversed }: NewOrder<Id>) =>
  reversed ? withoutMove(now, order, reversed.order) : order;

type StoredOrder<Id> = { order: Id[]; pending: number };

/** What the server has, of each list that shows an order which is still on its way. */
const storedOrders = new Map<string, StoredOrder<unknown>>();

function expectNewOrder<Id>(list: string, shown: Id[]): StoredOrder<Id> {
  // A list always has the same kind of ids.
  const stored = (storedOrders.get(list) as StoredOrder<Id> | undefined) ?? { order: shown, pending: 0 };
  stored.pending += 1;
  storedOrders.set(list, stored);
  return stored;
}

type Wording = { subject: string; fallback: string };

export function refusalMessage(error: unknown, { subject, fallback }: Wording): string {
  const isOutdated = failedWith(error, "CONFLICT", "VALIDATION");
  if (isOutdated) return `${subject} changed in another window. Showing the latest order. Try the move again.`;
  return isUnreachable(error) ? `${fallback}: ${error.message}` : messageOf(error, fallback);
}
