import { useState } from "react";
import type { Room } from "../../../contract/rooms.ts";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { CopyIcon, ExternalIcon, LockIcon, MoreIcon, TrashIcon, UndoIcon } from "../../ui/icons.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { useDeleteRoom, useReopenSelection, useUpdateRoom } from "../actions/rooms.ts";
import type { RoomChange } from "../data/rooms.api.ts";
import { saveResultOf } from "../data/save-result.ts";
import { hasPassed } from "../room-dialogs/expiry.ts";
import { RoomFormDialog } from "../room-dialogs/RoomFormDialog.tsx";
import { RoomLinkDialog } from "../room-dialogs/RoomLinkDialog.tsx";
import { OpenAgainDialog } from "./OpenAgainDialog.tsx";

/** The actions on a room, wherever it is shown. */
export function RoomMenu({ room, onDeleted }: { room: Room; onDeleted?: () => void }) {
  const [opened, setOpened] = useState<"link" | "edit" | "open" | null>(null);
  const close = () => setOpened(null);
  const openDialog = (dialog: "edit" | "open") => {
    // Without the refusal of an earlier attempt.
    update.reset();
    setOpened(dialog);
  };
  const confirm = useConfirm();
  const update = useUpdateRoom();
  const reopen = useReopenSelection();
  const deleteRoom = useDeleteRoom();
  const { url, title } = room;

  const save = (change: RoomChange, message: string) =>
    update.mutateAsync({ room, change, message, isInForm: true }, { onSuccess: close });

  async function askAndDelete() {
    const confirmed = await confirm({
      title: `Delete ${title}?`,
      question:
        "Its link stops working, and what the client chose is permanently deleted. The photos stay in the library.",
      confirmLabel: "Delete room",
    });
    if (!confirmed) return;
    deleteRoom.mutate(room);
    onDeleted?.();
  }

  async function askAndRenew() {
    const confirmed = await confirm({
      title: `New link for ${title}?`,
      question: "The old link stops working for everyone who has it.",
      confirmLabel: "Make new link",
    });
    if (confirmed) update.mutate({ room, change: { new_link: true } }, { onSuccess: () => setOpened("link") });
  }

  const isOpen = room.status === "open";
  const isOver = hasPassed(room.expires_on);
  const entries: MenuEntry[] = [
    { label: "Copy link…", icon: <CopyIcon />, isDisabled: url === null, onSelect: () => setOpened("link") },
    {
      label: "View room",
      icon: <ExternalIcon />,
      isDisabled: url === null || room.status !== "open",
      onSelect: () => url !== null && window.open(url, "_blank", "noopener"),
    },
    { label: "Change…", onSelect: () => openDialog("edit") },
    { label: "New link…", onSelect: askAndRenew },
    {
      label: isOpen ? "Close room" : isOver ? "Open again…" : "Open again",
      icon: <LockIcon />,
      onSelect: () => {
        if (!isOpen && isOver) return openDialog("open");
        update.mutate({
          room,
          change: { closed: isOpen },
          undo: { closed: !isOpen },
          message: isOpen ? `${title} closed` : `${title} opened again`,
        });
      },
    },
    ...(room.selection_state === "sent"
      ? [{ label: "Reopen selection", icon: <UndoIcon />, onSelect: () => reopen.mutate({ room }) }]
      : []),
    { label: "Delete room…", icon: <TrashIcon />, onSelect: askAndDelete },
  ];

  return (
    <>
      <Menu label={`Actions for ${title}`} icon={<MoreIcon />} entries={entries} />
      {opened === "link" && url !== null && (
        <RoomLinkDialog room={{ ...room, url }} heading="Link to the room" onClose={close} />
      )}
      {opened === "edit" && (
        <RoomFormDialog
          heading={`Change ${title}`}
          submitLabel="Save"
          of={`room-${room.id}`}
          initial={room}
          source={{ room_id: room.id }}
          error={update.error}
          isSaving={update.isPending}
          onSubmit={(change) => save(change, `${change.title} saved`)}
          onClose={close}
        />
      )}
      {opened === "open" && (
        <OpenAgainDialog
          room={room}
          error={update.error}
          isSaving={update.isPending}
          onSubmit={(expires_on) => void saveResultOf(save({ closed: false, expires_on }, `${title} opened again`))}
          onClose={close}
        />
      )}
    </>
  );
}
