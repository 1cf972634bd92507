import { useState } from "react";
import type { Room } from "../../../contract/rooms.ts";
import { formatDate } from "../../ui/format-date.ts";
import { FormDialog } from "../page/FormDialog.tsx";
import { ExpiryFields } from "../room-dialogs/ExpiryFields.tsx";
import { type ChosenExpiry, expiresOn } from "../room-dialogs/expiry.ts";

type OpenAgainDialogProps = {
  room: Room;
  error: Error | null;
  isSaving: boolean;
  onSubmit: (expires_on: string | null) => void;
  onClose: () => void;
};

/** For a room whose last day has passed: opened without a new one, it would still be closed to everyone. */
export function OpenAgainDialog({ room, error, isSaving, onSubmit, onClose }: OpenAgainDialogProps) {
  const [expiry, setExpiry] = useState<ChosenExpiry>({ expiry: "week", day: "" });
  return (
    <FormDialog
      title={`Open ${room.title} again`}
      submitLabel="Open again"
      isDisabled={isSaving}
      error={error}
      fields={[]}
      fallback={`${room.title} was not opened`}
      onSubmit={() => onSubmit(expiresOn(expiry))}
      onClose={onClose}
    >
      <p>Its last day, {formatDate(room.expires_on ?? "")}, has passed. Choose a new one.</p>
      <ExpiryFields chosen={expiry} onChange={setExpiry} />
    </FormDialog>
  );
}
