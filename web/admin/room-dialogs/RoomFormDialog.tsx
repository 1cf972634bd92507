import { useState } from "react";
import {
  PASSWORD_MAX_CHARS,
  ROOM_PASSWORD_MIN_CHARS,
  type RoomDownload,
  type RoomVoices,
  TEXT_MAX_CHARS,
  TITLE_MAX_CHARS,
} from "../../../contract/limits.ts";
import type { Room } from "../../../contract/rooms.ts";
import { Options } from "../../ui/Options.tsx";
import { useFormDraft } from "../drafts/use-form-draft.ts";
import { FormDialog } from "../page/FormDialog.tsx";
import type { CoverSource } from "./CoverField.tsx";
import { ExpiryFields } from "./ExpiryFields.tsx";
import { choiceOf, expiresOn } from "./expiry.ts";
import { ProofFields, proofsOf, toProofs } from "./ProofFields.tsx";
import styles from "./RoomDialogs.module.css";

/** What the owner decides about a room. `password` is undefined to keep the one it has. */
export type RoomFields = Pick<
  Room,
  | "title"
  | "message"
  | "download"
  | "selection"
  | "selection_limit"
  | "expires_on"
  | "voices"
  | "has_labels"
  | "watermark"
  | "max_px"
  | "welcome"
  | "cover_photo_id"
> & {
  password?: string | null;
};

type RoomFormDialogProps = {
  heading: string;
  submitLabel: string;
  hint?: string;
  /** What is edited, as in "room-7". */
  of: string;
  initial: Partial<Room> & Pick<Room, "title">;
  /** Whose photos can be its cover. */
  source: CoverSource;
  error: Error | null;
  isSaving?: boolean;
  onSubmit: (fields: RoomFields) => Promise<unknown>;
  onClose: () => void;
};

const VOICES: Record<RoomVoices, string> = {
  shared: "Everyone together: one selection",
  named: "Each on their own, under a name",
};

const DOWNLOADS: Record<RoomDownload, string> = {
  none: "Nothing",
  large: "Large pictures (2,400 px)",
  original: "Original files, with their metadata",
};

export function RoomFormDialog(props: RoomFormDialogProps) {
  const { heading, submitLabel, hint, of, initial, source, error, isSaving, onSubmit, onClose } = props;
  // Never kept: not even in this browser.
  const [password, setPassword] = useState("");
  const [removesPassword, setRemovesPassword] = useState(false);
  const draft = useFormDraft({ of, title: heading, initial: textsOf(initial), onSubmit: submit });
  const { title, message, expiry, day, download, selection, limit, voices, has_labels } = draft.fields;
  const hasWatermark = draft.fields.watermark.trim() !== "";
  const { change } = draft;

  function submit(form: ReturnType<typeof textsOf>) {
    const isKept = initial.has_password && password === "" && !removesPassword;
    return onSubmit({
      title: form.title.trim(),
      message: form.message,
      download: form.watermark.trim() === "" ? form.download : "none",
      ...toProofs(form),
      voices: form.voices,
      has_labels: form.has_labels,
      selection: form.selection,
      selection_limit: form.selection && form.limit !== "" ? Number(form.limit) : null,
      expires_on: expiresOn(form, initial.expires_on),
      ...(!isKept && (initial.has_password || password !== "") && { password: password || null }),
    });
  }

  return (
    <FormDialog
      title={heading}
      submitLabel={submitLabel}
      isDisabled={isSaving}
      error={error}
      fields={[]}
      fallback="The room could not be made"
      draft={draft}
      onSubmit={draft.submit}
      onClose={onClose}
    >
      {hint && <p className={styles.muted}>{hint}</p>}
      <label>
        Title
        <input
          data-focus-first
          required
          maxLength={TITLE_MAX_CHARS}
          value={title}
          onChange={({ target }) => change({ title: target.value })}
        />
      </label>
      <label>
        Message (optional)
        <textarea
          rows={2}
          maxLength={TEXT_MAX_CHARS}
          value={message}
          onChange={({ target }) => change({ message: target.value })}
        />
      </label>
      <div className={styles.pair}>
        <label>
          {initial.has_password ? "New password (optional)" : "Password (optional)"}
          <input
            autoComplete="off"
            minLength={ROOM_PASSWORD_MIN_CHARS}
            maxLength={PASSWORD_MAX_CHARS}
            value={password}
            disabled={removesPassword}
            placeholder={initial.has_password ? "Unchanged" : `At least ${ROOM_PASSWORD_MIN_CHARS} characters`}
            onChange={({ target }) => setPassword(target.value)}
          />
        </label>
        <ExpiryFields chosen={{ expiry, day }} before={initial.expires_on} onChange={change} />
      </div>
      {initial.has_password && (
        <label>
          <input
            type="checkbox"
            checked={removesPassword}
            onChange={({ target }) => setRemovesPassword(target.checked)}
          />
          Remove the password
        </label>
      )}
      <label>
        Visitors may download
        {/* The options are the values. */}
        <select
          value={hasWatermark ? "none" : download}
          disabled={hasWatermark}
          onChange={({ target }) => change({ download: target.value as RoomDownload })}
        >
          <Options entries={Object.entries(DOWNLOADS)} />
        </select>
      </label>
      <label>
        <input type="checkbox" checked={selection} onChange={({ target }) => change({ selection: target.checked })} />
        Visitors may choose photos
      </label>
      {selection && (
        <label>
          Who chooses
          <select value={voices} onChange={({ target }) => change({ voices: target.value as RoomVoices })}>
            <Options entries={Object.entries(VOICES)} />
          </select>
        </label>
      )}
      {selection && (
        <label>
          <input
            type="checkbox"
            checked={has_labels}
            onChange={({ target }) => change({ has_labels: target.checked })}
          />
          Colours and stars, too
        </label>
      )}
      {selection && (
        <label>
          At most (optional)
          <input
            type="number"
            min={1}
            max={20_000}
            value={limit}
            placeholder="Any number"
            onChange={({ target }) => change({ limit: target.value })}
          />
        </label>
      )}
      <ProofFields
        chosen={draft.fields}
        source={source}
        hasPassword={password !== "" || (initial.has_password === true && !removesPassword)}
        onChange={change}
      />
      {hasWatermark && <p className={styles.muted}>With a watermark, visitors may download nothing.</p>}
    </FormDialog>
  );
}

/** What the form begins with. */
const textsOf = ({
  title,
  message,
  expires_on,
  download,
  selection,
  selection_limit,
  voices,
  has_labels,
  ...proofs
}: RoomFormDialogProps["initial"]) => ({
  ...proofsOf(proofs),
  voices: voices ?? ("shared" as RoomVoices),
  has_labels: has_labels ?? false,
  title,
  message: message ?? "",
  ...choiceOf(expires_on),
  download: download ?? "none",
  selection: selection ?? false,
  limit: selection_limit ? String(selection_limit) : "",
});
