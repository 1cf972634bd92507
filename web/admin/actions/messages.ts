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

type Deletion = { message: Message; turn?: Turn };

export function useDeleteMessage() {
  const client = useQueryClient();
  const toast = useToast();
  const describe = ({ name }: Message) => `Message from ${name} deleted`;
  const bringBack = useMutation({
    mutationFn: ({ message: { id } }: Deletion) => call(updateMessage, { params: { id }, body: { deleted: false } }),
    onSuccess: (_, { message, turn }) =>
      toast({
        message: describe(message),
        turn,
        reverse: (turn): Promise<unknown> => remove.mutateAsync({ message, turn }),
      }),
    onError: (error) => toast({ tone: "error", message: messageOf(error, "Failed to bring the message back") }),
    onSettled: () => refresh(client),
  });
  const remove = useMutation({
    mutationFn: ({ message: { id } }: Deletion) => call(deleteMessage, { params: { id } }),
    onMutate: ({ message: { id } }) => showMessages(client, (message) => (message.id === id ? [] : [message])),
    onSuccess: (_, { message, turn }) =>
      toast({
        message: describe(message),
        turn,
        reverse: (turn): Promise<unknown> => bringBack.mutateAsync({ message, turn }),
      }),
    onError: (error) => toast({ tone: "error", message: messageOf(error, "Failed to delete the message") }),
    onSettled: () => refresh(client),
  });
  return remove;
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
