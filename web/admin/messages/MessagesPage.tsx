import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Message } from "../../../contract/messages.ts";
import { paths } from "../../../contract/paths.ts";
import { Button } from "../../ui/Button.tsx";
import { formatDateTime } from "../../ui/format-date.ts";
import { MessageIcon } from "../../ui/icons.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { useDeleteMessage, useMarkMessage } from "../actions/messages.ts";
import { messagesQuery } from "../data/messages.api.ts";
import { siteQuery } from "../data/site.api.ts";
import { AdminPage, EmptyState } from "../page/AdminPage.tsx";
import { LoadFailure } from "../page/LoadFailure.tsx";
import styles from "./Messages.module.css";

export function MessagesPage() {
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } =
    useInfiniteQuery(messagesQuery);
  const { data: site } = useQuery(siteQuery);
  const messages = data?.pages.flatMap((page) => page.messages) ?? [];
  const unread = data?.pages[0]?.unread_count ?? 0;
  return (
    <AdminPage title="Messages" subtitle={unread > 0 ? `${unread.toLocaleString("en")} unread` : undefined}>
      {error && !data && <LoadFailure title="The messages could not be loaded" error={error} onRetry={refetch} />}
      {isPending && <Loading />}
      {data && messages.length === 0 && <NoMessages isFormOn={site?.contact_form ?? true} />}
      {messages.length > 0 && (
        <>
          <ul className={styles.messages}>
            {messages.map((message) => (
              <MessageCard key={message.id} message={message} siteName={site?.name ?? ""} />
            ))}
          </ul>
          {hasNextPage && (
            <Button disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
              {isFetchingNextPage ? "Loading..." : "Show older messages"}
            </Button>
          )}
        </>
      )}
    </AdminPage>
  );
}

function NoMessages({ isFormOn }: { isFormOn: boolean }) {
  if (isFormOn) {
    return (
      <EmptyState title="No messages yet" icon={<MessageIcon />}>
        What visitors write on the contact page arrives here.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="The contact form is off"
      icon={<MessageIcon />}
      action={<Link to={paths.admin.site}>Go to Site to switch it on</Link>}
    >
      With the form on your contact page, visitors can write to you here.
    </EmptyState>
  );
}

function MessageCard({ message, siteName }: { message: Message; siteName: string }) {
  const mark = useMarkMessage();
  const remove = useDeleteMessage();
  const { name, email, read } = message;
  return (
    <li>
      <article className={styles.message} data-unread={!read || undefined} aria-label={`Message from ${name}`}>
        <header>
          <h2>
            {!read && <span className={styles.unread}>Unread</span>}
            {name}
          </h2>
          <p>
            <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
            {" · "}
            <time dateTime={message.received_on}>{formatDateTime(message.received_on)}</time>
            {message.mailed && " · mailed to you"}
          </p>
        </header>
        <p className={styles.text}>{message.message}</p>
        <footer>
          <a
            className={styles.reply}
            href={replyAddress(message, siteName)}
            onClick={() => !read && mark.mutate({ message, read: true })}
          >
            Reply
          </a>
          <Button kind="quiet" onClick={() => mark.mutate({ message, read: !read })}>
            {read ? "Mark as unread" : "Mark as read"}
          </Button>
          <Button kind="quiet" onClick={() => remove.mutate({ message })}>
            Delete
          </Button>
        </footer>
      </article>
    </li>
  );
}

/** Opens the owner's email program, with the message quoted. */
function replyAddress({ name, email, message }: Message, siteName: string): string {
  const quoted = message.slice(0, 1_000).replaceAll("\n", "\n> ");
  const query = {
    subject: `Re: your message to ${siteName}`,
    body: `\n\n${name} wrote:\n> ${quoted}`,
  };
  const encoded = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return `mailto:${encodeURIComponent(email)}?${encoded.join("&")}`;
}
