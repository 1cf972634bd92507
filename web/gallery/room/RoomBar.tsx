import { type MouseEvent, useEffect, useRef, useState } from "react";
import type { PageContent } from "../../../contract/pages.ts";
import { formatDate } from "../../ui/format-date.ts";
import errorStyles from "../page/error.module.css";
import { DownloadMenu } from "./DownloadMenu.tsx";
import { ENTER_DIALOG, EnterDialog } from "./EnterDialog.tsx";
import styles from "./RoomBar.module.css";
import { SendDialog } from "./SendDialog.tsx";
import { useRoom, useSelection } from "./use-selection.ts";
import type { ShownPhotos } from "./use-shown-photos.ts";
import { ViewChoice } from "./ViewChoice.tsx";

type RoomBarProps = { content: Extract<PageContent, { page: "room" }>; shown: ShownPhotos };

/** How many photos are chosen, and what can be done with them. At the bottom of a phone's screen. */
export function RoomBar({ content, shown }: RoomBarProps) {
  const { room, album, refusal, voice } = content;
  const selection = useSelection();
  const { needsName, want } = useRoom();
  const { state } = selection;
  const count = useRef<HTMLParagraphElement>(null);
  const hasSent = useRef(false);
  const [wantsToSend, setWantsToSend] = useState(false);
  const marked = countMarked(selection, room);
  const nothing = room.round === 1 ? NOTHING_CHOSEN : NOTHING_SAID;
  const problem = selection.problem ?? refusal ?? (wantsToSend && marked === 0 ? nothing : null);
  const isMarking = state !== "none" && !needsName;

  useEffect(() => {
    // The dialog, which had the focus, is gone. Here it says that the selection was sent.
    if (state === "sent" && hasSent.current) count.current?.focus();
  }, [state]);

  return (
    <div className={styles.bar} data-room-bar>
      {isMarking && (
        <p className={styles.count} role="status" tabIndex={-1} ref={count}>
          {problem !== null && <span className={errorStyles.error}>{problem}</span>}
          {problem === null && [describe(selection, room), selection.notice].filter(Boolean).join(" · ")}
          {problem === null && room.voices === "shared" && state === "open" && (
            <>
              {" · shared"}
              <span className={styles.long}> with everyone who has the link</span>
            </>
          )}
          {selection.round !== room.round && <a href={album.url}> · A new round has begun. Reload</a>}
        </p>
      )}
      {needsName && state !== "none" && (
        <button className={styles.send} type="button" popoverTarget={ENTER_DIALOG} onClick={() => want(null)}>
          Enter your name<span className={styles.long}> to choose</span>
        </button>
      )}
      {voice && (
        <button
          className={`${styles.quiet} ${styles.voice}`}
          type="button"
          popoverTarget={ENTER_DIALOG}
          aria-label={`You are ${voice.name}. Change`}
        >
          {voice.name}
        </button>
      )}
      {(needsName || voice) && <EnterDialog url={album.url} name={voice?.name} />}
      <ViewChoice url={album.url} shown={shown} round={room.round} hasFilters={isMarking} />
      {room.download !== "none" && <DownloadMenu room={room} url={album.url} picksCount={selection.picks_count} />}
      {state === "open" && !needsName && (
        <Send
          url={album.url}
          name={voice?.name}
          label={room.round === 1 ? "Send selection" : "Send answers"}
          nothing={nothing}
          isPossible={marked > 0}
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
const NOTHING_SAID = "Approve a photo first, or ask for changes";

type Room = RoomBarProps["content"]["room"];
type Selection = ReturnType<typeof useSelection>;

/** In a round after the first, an answer is what counts. */
const countMarked = ({ picks, picks_count }: Selection, { round }: Room) =>
  round === 1 ? picks_count : picks.filter(({ verdict }) => verdict !== null).length;

type SendProps = {
  url: string;
  name: string | undefined;
  label: string;
  nothing: string;
  isPossible: boolean;
  onRefuse: () => void;
  onSend: () => void;
};

function Send({ url, name, label, nothing, isPossible, onRefuse, onSend }: SendProps) {
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
        {label}
      </button>
      {!isPossible && (
        <span hidden id="send-hint">
          {nothing}
        </span>
      )}
      <SendDialog url={url} label={label} name={name} dialog={dialog} onSend={onSend} />
    </>
  );
}

function describe(selection: Selection, room: Room): string {
  const { state, picks_count, limit, name, sent_on } = selection;
  const answered = `${countMarked(selection, room)} of ${room.photo_count} answered`;
  if (state === "sent") {
    const by = name === "" ? "" : ` by ${name}`;
    const what = room.round === 1 ? `${picks_count} chosen` : answered;
    return `${what}. Sent${by}${sent_on === null ? "" : ` on ${formatDate(sent_on)}`}.`;
  }
  if (room.round > 1) return answered;
  return limit === null ? `${picks_count} chosen` : `${picks_count} of ${limit} chosen`;
}
