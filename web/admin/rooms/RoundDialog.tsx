import { TEXT_MAX_CHARS } from "../../../contract/limits.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { Room } from "../../../contract/rooms.ts";
import { useStartRound } from "../actions/rooms.ts";
import { countPhotos } from "../data/photo-edits.ts";
import { FormDialog } from "../page/FormDialog.tsx";

/** The marks so far are closed; who gave an email address is told. */
export function RoundDialog({ room, ids, onClose }: { room: Room; ids: PhotoId[]; onClose: () => void }) {
  const start = useStartRound();
  return (
    <FormDialog
      title={`Start round ${room.round + 1} of ${room.title}`}
      submitLabel="Start round"
      isDisabled={start.isPending}
      error={start.error}
      fallback="The round was not started"
      onSubmit={(form) =>
        start.mutate({ room, photo_ids: ids, message: String(form.get("message")) }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>
        It shows {countPhotos(ids.length)}. What was marked so far is kept and can no longer be changed. Those who left
        an email address get a message.
      </p>
      <label>
        Message (optional)
        <textarea name="message" rows={3} maxLength={TEXT_MAX_CHARS} data-focus-first />
      </label>
    </FormDialog>
  );
}
