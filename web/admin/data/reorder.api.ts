import { useMutation, useQueryClient } from "@tanstack/react-query";
import { failedWith, messageOf } from "../../api/api-error.ts";
import { useToast } from "../../ui/Toast.tsx";
import { isSameOrder } from "./order.ts";
import { type CachedQuery, showNow } from "./show-now.ts";

type Reordering<Id, Data> = {
  mutationKey: string[];
  /** Mutations with the same scope run one at a time, so the last requested order wins. */
  scope: string;
  query: CachedQuery<Data>;
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
    mutationFn: ({ order }: NewOrder<Id>) => send(order),
    onMutate: ({ order }) => showNow(client, query, (shown) => inOrder(shown, order)),
    onSuccess: (_, { isUndo }, before) => {
      const message = `New order of ${name} saved`;
      if (isUndo || !before) toast({ message: isUndo ? `Undone: ${message}` : message });
      else toast({ message, onUndo: () => mutate({ order: orderOf(before), isUndo: true }) });
    },
    onError: (error) => toast({ tone: "error", message: refusalMessage(error, reordering) }),
    onSettled: (_, __, { order }) => onSettled(order),
  });
  return (order) => {
    const shown = client.getQueryData<Data>(query.queryKey);
    if (shown === undefined || !isSameOrder(order, orderOf(shown))) mutate({ order });
  };
}

/** An undo cannot be undone in turn. */
type NewOrder<Id> = { order: Id[]; isUndo?: boolean };

type Wording = { subject: string; fallback: string };

export function refusalMessage(error: unknown, { subject, fallback }: Wording): string {
  const isOutdated = failedWith(error, "CONFLICT", "VALIDATION");
  if (isOutdated) return `${subject} changed in another window. Showing the latest order. Try the move again.`;
  return messageOf(error, fallback);
}
