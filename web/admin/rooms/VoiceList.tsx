import { useState } from "react";
import type { RoomVoice } from "../../../contract/room-marks.ts";
import type { Room } from "../../../contract/rooms.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { formatDate } from "../../ui/format-date.ts";
import { CopyIcon, MoreIcon, TrashIcon, UndoIcon } from "../../ui/icons.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { useDeleteVoice, useReopenSelection } from "../actions/rooms.ts";
import { copyText } from "../room-dialogs/copy-text.ts";
import { InviteDialog } from "./InviteDialog.tsx";
import styles from "./Rooms.module.css";

type VoiceListProps = { room: Room; voices: readonly RoomVoice[]; isCurrent: boolean };

/** Who marks photos here, and a link for each. */
export function VoiceList({ room, voices, isCurrent }: VoiceListProps) {
  const [isInviting, setInviting] = useState(false);
  const reopen = useReopenSelection();
  const remove = useDeleteVoice();
  const confirm = useConfirm();
  const toast = useToast();

  async function copyLink({ url, name }: RoomVoice) {
    const link = new URL(url ?? "", location.origin).href;
    // Where the browser forbids it, it can be copied by hand.
    toast({ message: (await copyText(link)) ? `Link for ${name} copied` : `Link for ${name}: ${link}` });
  }

  async function askAndRemove(voice: RoomVoice) {
    const question =
      "Everything that they marked is permanently deleted, and their link no longer works under their name.";
    if (await confirm({ title: `Remove ${voice.name}?`, question, confirmLabel: "Remove" }))
      remove.mutate({ room, voice });
  }

  const entriesFor = (voice: RoomVoice): MenuEntry[] => [
    {
      label: "Copy link",
      icon: <CopyIcon />,
      isDisabled: voice.url === null,
      onSelect: () => void copyLink(voice),
    },
    ...(voice.state === "sent"
      ? [{ label: "Reopen selection", icon: <UndoIcon />, onSelect: () => reopen.mutate({ room, voice }) }]
      : []),
    { label: "Remove…", icon: <TrashIcon />, onSelect: () => void askAndRemove(voice) },
  ];

  return (
    <section className={styles.voices} aria-label="People">
      <ul>
        {voices.map((voice) => (
          <li key={voice.id}>
            <div>
              <p>
                <strong>{voice.name}</strong>
                {voice.email !== "" && (
                  <>
                    {" "}
                    <a href={`mailto:${voice.email}`}>{voice.email}</a>
                  </>
                )}
                <small>
                  {voice.sent_on === null
                    ? `${countOfMarks(voice)}, still choosing`
                    : `${countOfMarks(voice)}, sent on ${formatDate(voice.sent_on)}`}
                </small>
              </p>
              {isCurrent && (
                <Menu label={`Actions for ${voice.name}`} icon={<MoreIcon />} entries={entriesFor(voice)} />
              )}
            </div>
            {voice.message !== "" && <blockquote>{voice.message}</blockquote>}
          </li>
        ))}
      </ul>
      {isCurrent && <Button onClick={() => setInviting(true)}>Link for one person…</Button>}
      {isInviting && (
        <InviteDialog
          room={room}
          onInvited={(voice) => {
            setInviting(false);
            void copyLink(voice);
          }}
          onClose={() => setInviting(false)}
        />
      )}
    </section>
  );
}

function countOfMarks({ picks }: RoomVoice): string {
  const chosen = picks.filter(({ picked, verdict }) => picked || verdict !== null).length;
  return `${chosen} marked`;
}
