import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  deleteMessage,
  listMessages,
  type Message,
  type MessageId,
  updateMessage,
} from "../../../contract/messages.ts";
import { messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { useToast } from "../../ui/Toast.tsx";
import { queryKey } from "./query-key.ts";
import { summaryQuery } from "./session.api.ts";

export const messagesQuery = infiniteQueryOptions({
  queryKey: queryKey(listMessages),
  queryFn: ({ signal, pageParam }) =>
    call(listMessages, { query: pageParam === undefined ? {} : { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
});

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

export function useDeleteMessage() {
  const client = useQueryClient();
  const toast = useToast();
  const bringBack = useMutation({
    mutationFn: (id: MessageId) => call(updateMessage, { params: { id }, body: { deleted: false } }),
    onSuccess: () => toast({ message: "Message brought back" }),
    onError: (error) => toast({ tone: "error", message: messageOf(error, "Failed to bring the message back") }),
    onSettled: () => refresh(client),
  });
  return useMutation({
    mutationFn: ({ id }: Message) => call(deleteMessage, { params: { id } }),
    onMutate: ({ id }) => showMessages(client, (message) => (message.id === id ? [] : [message])),
    onSuccess: (_, { id, name }) =>
      toast({ message: `Message from ${name} deleted`, onUndo: () => bringBack.mutate(id) }),
    onError: (error) => toast({ tone: "error", message: messageOf(error, "Failed to delete the message") }),
    onSettled: () => refresh(client),
  });
}

/** Shows a change before the server answers; the reload afterwards has the last word. */
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
