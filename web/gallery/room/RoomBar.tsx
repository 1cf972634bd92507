import { type MouseEvent, useEffect, useRef, useState } from "react";
import type { PageContent } from "../../../contract/pages.ts";
import { formatDate } from "../../ui/format-date.ts";
import errorStyles from "../page/error.module.css";
import { DownloadMenu } from "./DownloadMenu.tsx";
import styles from "./RoomBar.module.css";
import { SendDialog } from "./SendDialog.tsx";
import { useSelection } from "./use-selection.ts";

/** How many photos are chosen, and what can be done with them. At the bottom of a phone's screen. */
export function RoomBar({ content }: { content: Extract<PageContent, { page: "room" }> }) {
  const { room, album, refusal } = content;
  const selection = useSelection();
  const { state, picks_count } = selection;
  const count = useRef<HTMLParagraphElement>(null);
  const hasSent = useRef(false);
  const [wantsToSend, setWantsToSend] = useState(false);
  const problem = selection.problem ?? refusal ?? (wantsToSend && picks_count === 0 ? NOTHING_CHOSEN : null);

  useEffect(() => {
    // The dialog, which had the focus, is gone. Here it says that the selection was sent.
    if (state === "sent" && hasSent.current) count.current?.focus();
  }, [state]);

  if (!room.selection && state !== "sent" && room.download === "none") return null;
  return (
    <div className={styles.bar} data-room-bar>
      {state !== "none" && (
        <p className={styles.count} role="status" tabIndex={-1} ref={count}>
          {problem !== null && <span className={errorStyles.error}>{problem}</span>}
          {problem === null && [describe(selection), selection.notice].filter(Boolean).join(" · ")}
        </p>
      )}
      {room.download !== "none" && <DownloadMenu room={room} url={album.url} picksCount={picks_count} />}
      {state === "open" && (
        <Send
          url={album.url}
          isPossible={picks_count > 0}
          onRefuse={() => setWantsToSend(true)}
          onSend={() => {
            hasSent.current = true;
          }}
        />
      )}
    </div>
  );
}

const NOTHING_CHOSEN = "Choose a photo first, with its heart";

type SendProps = { url: string; isPossible: boolean; onRefuse: () => void; onSend: () => void };

function Send({ url, isPossible, onRefuse, onSend }: SendProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = (event: MouseEvent) => {
    // Without JavaScript it opens the popover.
    event.preventDefault();
    if (isPossible) dialog.current?.showModal();
    else onRefuse();
  };
  return (
    <>
      <button
        className={styles.send}
        type="button"
        popoverTarget="send-selection"
        // Not `disabled`: it says what is missing.
        aria-disabled={!isPossible || undefined}
        aria-describedby={isPossible ? undefined : "send-hint"}
        onClick={open}
      >
        Send selection
      </button>
      {!isPossible && (
        <span hidden id="send-hint">
          {NOTHING_CHOSEN}
        </span>
      )}
      <SendDialog url={url} dialog={dialog} onSend={onSend} />
    </>
  );
}

function describe({ state, picks_count, limit, name, sent_on }: ReturnType<typeof useSelection>): string {
  if (state === "sent") {
    const by = name === "" ? "" : ` by ${name}`;
    return `${picks_count} chosen. Sent${by}${sent_on === null ? "" : ` on ${formatDate(sent_on)}`}.`;
  }
  return limit === null ? `${picks_count} chosen` : `${picks_count} of ${limit} chosen`;
}
