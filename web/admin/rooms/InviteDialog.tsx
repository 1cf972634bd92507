import { ROOM_NAME_MAX_CHARS } from "../../../contract/limits.ts";
import type { RoomVoice } from "../../../contract/room-marks.ts";
import type { Room } from "../../../contract/rooms.ts";
import { useInviteVoice } from "../actions/rooms.ts";
import { useFormDraft } from "../drafts/use-form-draft.ts";
import { FormDialog } from "../page/FormDialog.tsx";

type InviteDialogProps = { room: Room; onInvited: (voice: RoomVoice) => void; onClose: () => void };

/** Makes a link for one person, whose name the room then knows. */
export function InviteDialog({ room, onInvited, onClose }: InviteDialogProps) {
  const invite = useInviteVoice();
  const draft = useFormDraft({
    of: `room-invitation-${room.id}`,
    title: `Link for one person to ${room.title}`,
    initial: { name: "", email: "" },
    onSubmit: (fields) => invite.mutateAsync({ room, ...fields }, { onSuccess: ({ voice }) => onInvited(voice) }),
  });
  return (
    <FormDialog
      title="Link for one person"
      submitLabel="Make link"
      isDisabled={invite.isPending}
      error={invite.error}
      fallback="The link was not made"
      draft={draft}
      onSubmit={() => void draft.submit()}
      onClose={onClose}
    >
      <p>Anyone who opens the room with it does not have to enter a name.</p>
      <label>
        Name
        <input
          data-focus-first
          required
          maxLength={ROOM_NAME_MAX_CHARS}
          autoComplete="off"
          value={draft.fields.name}
          onChange={({ target }) => draft.change({ name: target.value })}
        />
      </label>
      <label>
        Email (optional), to tell them about a new round
        <input
          type="email"
          autoComplete="off"
          value={draft.fields.email}
          onChange={({ target }) => draft.change({ email: target.value })}
        />
      </label>
    </FormDialog>
  );
}
