import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteMessage, type Message, updateMessage } from "../../../contract/messages.ts";
import { messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { type Turn, useToast } from "../../ui/Toast.tsx";
import { messagesQuery } from "../data/messages.api.ts";
import { summaryQuery } from "../data/session.api.ts";

export function useMarkMessage() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ message: { id }, read }: { message: Message; read: boolean }) =>
      call(updateMessage, { params: { id }, body: { read } }),
    onMutate: ({ message: { id }, read }) =>
      showMessages(client, (message) => (message.id === id ? [{ ...message, read }] : [message])),
    // The card shows it.
    onSuccess: (_, { message: { name }, read }) =>
      toast({ message: `Message from ${name} marked as ${read ? "read" : "unread"}`, isQuiet: true }),
    onError: (error) => toast({ tone: "error", message: messageOf(error, "Failed to update the message") }),
    onSettled: () => refresh(client),
  });
}

type Deletion = { message: Message; isBack?: boolean; turn?: Turn };

export function useDeleteMessage() {
  const client = useQueryClient();
  const toast = useToast();
  const deletion = useMutation({
    mutationFn: ({ message: { id }, isBack }: Deletion): Promise<unknown> =>
      isBack
        ? call(updateMessage, { params: { id }, body: { deleted: false } })
        : call(deleteMessage, { params: { id } }),
    onMutate: ({ message: { id }, isBack }) =>
      isBack ? undefined : showMessages(client, (message) => (message.id === id ? [] : [message])),
    onSuccess: (_, { message, isBack = false, turn }) =>
      toast({
        message: `Message from ${message.name} deleted`,
        turn,
        reverse: (turn): Promise<unknown> => deletion.mutateAsync({ message, isBack: !isBack, turn }),
      }),
    onError: (error, { isBack }) => {
      const failure = isBack ? "Failed to restore the message" : "Failed to delete the message";
      toast({ tone: "error", message: messageOf(error, failure) });
    },
    onSettled: () => refresh(client),
  });
  return deletion;
}

/** Shows a change before the server responds; the reload afterwards has the last word. */
async function showMessages(client: QueryClient, change: (message: Message) => Message[]): Promise<void> {
  await client.cancelQueries({ queryKey: messagesQuery.queryKey });
  client.setQueryData(
    messagesQuery.queryKey,
    (shown) =>
      shown && { ...shown, pages: shown.pages.map((page) => ({ ...page, messages: page.messages.flatMap(change) })) },
  );
}

/** The sidebar has the number of unread messages. */
async function refresh(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: summaryQuery.queryKey });
  await client.invalidateQueries({ queryKey: messagesQuery.queryKey });
}
