import type { PageContent } from "../../../contract/pages.ts";
import { formatDate } from "../../ui/format-date.ts";
import { DownloadMenu } from "./DownloadMenu.tsx";
import styles from "./RoomBar.module.css";
import { SendDialog } from "./SendDialog.tsx";
import { useSelection } from "./use-selection.ts";

/** How many photos are chosen, and what can be done with them. At the bottom of a phone's screen. */
export function RoomBar({ content }: { content: Extract<PageContent, { page: "room" }> }) {
  const { room, album, refusal } = content;
  const selection = useSelection();
  const problem = selection.problem ?? refusal;
  if (!room.selection && selection.state !== "sent" && room.download === "none") return null;
  return (
    <div className={styles.bar} data-room-bar>
      {selection.state !== "none" && (
        <p className={styles.count} role="status">
          {problem !== null && <span className={styles.problem}>{problem}</span>}
          {problem === null && [describe(selection), selection.notice].filter(Boolean).join(" · ")}
        </p>
      )}
      {room.download !== "none" && <DownloadMenu room={room} url={album.url} picksCount={selection.picks_count} />}
      {selection.state === "open" && (
        <>
          <button
            className={styles.send}
            type="button"
            popoverTarget="send-selection"
            disabled={selection.picks_count === 0}
          >
            Send selection
          </button>
          <SendDialog url={album.url} />
        </>
      )}
    </div>
  );
}

function describe({ state, picks_count, limit, name, sent_on }: ReturnType<typeof useSelection>): string {
  if (state === "sent") {
    const by = name === "" ? "" : ` by ${name}`;
    return `${picks_count} chosen. Sent${by}${sent_on === null ? "" : ` on ${formatDate(sent_on)}`}.`;
  }
  return limit === null ? `${picks_count} chosen` : `${picks_count} of ${limit} chosen`;
}
