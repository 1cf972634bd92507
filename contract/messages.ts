import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { MESSAGE_MAX_CHARS } from "./limits.ts";
import { Id, requiredText } from "./text.ts";

export const MessageId = Id.brand<"MessageId">().meta({ entity: "Message" });
export type MessageId = z.infer<typeof MessageId>;

export const Message = z.object({
  id: MessageId,
  name: z.string(),
  email: z.string(),
  message: z.string(),
  received_on: z.string(),
  read: z.boolean(),
  /** Whether the mail server has taken it. */
  mailed: z.boolean(),
});
export type Message = z.infer<typeof Message>;

/** Name and email go into email headers: a line break must never get there. */
const oneLine = (value: unknown) => (typeof value === "string" ? value.replace(/[\p{Cc}\u2028\u2029]+/gu, " ") : value);
/** Browsers send a text area with the line breaks of HTTP. */
const plainBreaks = (value: unknown) => (typeof value === "string" ? value.replace(/\r\n?/g, "\n") : value);
const ADDRESS = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/;

/** What a visitor fills in. */
export const MessageForm = z.object({
  name: z.preprocess(oneLine, requiredText(200, "Enter your name")),
  email: z.preprocess(
    oneLine,
    requiredText(254, "Enter your email address").refine((email) => ADDRESS.test(email), "Enter an email address"),
  ),
  message: z.preprocess(plainBreaks, requiredText(MESSAGE_MAX_CHARS, "Write a message")),
  /** From `getContactForm`, or from the page. */
  form: z.string({ error: "Reload the form and send it again" }).max(500),
  /** Hidden on the page. Only bots fill it in. */
  website: z.string().max(10_000).optional(),
});
export type MessageForm = z.infer<typeof MessageForm>;

export const getContactForm = endpoint({
  method: "GET",
  path: "/contact/form",
  summary: "A signed value that one message can be sent with, from 3 seconds to 24 hours after it was made",
  response: z.object({ form: z.string() }),
});

export const sendMessage = endpoint({
  method: "POST",
  path: "/contact",
  summary: "Send a message to the owner",
  body: MessageForm,
  response: z.object({ message: z.string() }),
  status: 201,
});

export const listMessages = endpoint({
  method: "GET",
  path: "/admin/messages",
  summary: "The messages, newest first",
  query: z.object({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  }),
  response: z.object({ messages: z.array(Message), unread_count: z.number(), next_cursor: z.string().nullable() }),
});

const id = z.object({ id: MessageId });

export const updateMessage = endpoint({
  method: "PUT",
  path: "/admin/messages/:id",
  summary: "Mark a message as read or unread, or bring back one that was deleted today",
  params: id,
  body: z
    .object({ read: z.boolean(), deleted: z.literal(false) })
    .partial()
    .refine((change) => Object.keys(change).length > 0, "Send what to change"),
  response: z.object({ message: Message }),
});

export const deleteMessage = endpoint({
  method: "DELETE",
  path: "/admin/messages/:id",
  summary: "Delete a message; it can be restored for a day",
  params: id,
  response: z.object({}),
});
