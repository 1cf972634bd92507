import { TEXT_MAX_CHARS } from "../../../contract/limits.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { Room } from "../../../contract/rooms.ts";
import { useStartRound } from "../actions/rooms.ts";
import { countPhotos } from "../data/photo-edits.ts";
import { useFormDraft } from "../drafts/use-form-draft.ts";
import { FormDialog } from "../page/FormDialog.tsx";

/** The marks so far are closed; who gave an email address is told. */
export function RoundDialog({ room, ids, onClose }: { room: Room; ids: PhotoId[]; onClose: () => void }) {
  const start = useStartRound();
  const title = `Start round ${room.round + 1} of ${room.title}`;
  const draft = useFormDraft({
    of: `room-round-${room.id}`,
    title,
    initial: { message: "" },
    onSubmit: ({ message }) => start.mutateAsync({ room, photo_ids: ids, message }, { onSuccess: onClose }),
  });
  return (
    <FormDialog
      title={title}
      submitLabel="Start round"
      isDisabled={start.isPending}
      error={start.error}
      fallback="The round was not started"
      draft={draft}
      onSubmit={() => void draft.submit()}
      onClose={onClose}
    >
      <p>
        It shows {countPhotos(ids.length)}. What was marked so far is kept and can no longer be changed. Those who left
        an email address get a message.
      </p>
      <label>
        Message (optional)
        <textarea
          rows={3}
          maxLength={TEXT_MAX_CHARS}
          data-focus-first
          value={draft.fields.message}
          onChange={({ target }) => draft.change({ message: target.value })}
        />
      </label>
    </FormDialog>
  );
}
