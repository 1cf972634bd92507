import { useState } from "react";
import { PASSWORD_MAX_CHARS, type RoomDownload, TEXT_MAX_CHARS, TITLE_MAX_CHARS } from "../../../contract/limits.ts";
import type { Room } from "../../../contract/rooms.ts";
import { FormDialog } from "../page/FormDialog.tsx";
import { dayOf, EXPIRIES, type Expiry, expiresOn } from "./expiry.ts";
import styles from "./RoomDialogs.module.css";

/** What the owner decides about a room. `password` is undefined to keep the one it has. */
export type RoomFields = Pick<
  Room,
  "title" | "message" | "download" | "selection" | "selection_limit" | "expires_on"
> & {
  password?: string | null;
};

type RoomFormDialogProps = {
  heading: string;
  submitLabel: string;
  hint?: string;
  initial: Partial<Room> & Pick<Room, "title">;
  error?: Error | null;
  isSaving?: boolean;
  onSubmit: (fields: RoomFields) => void;
  onClose: () => void;
};

const DOWNLOADS: Record<RoomDownload, string> = {
  none: "Nothing",
  large: "Large pictures (2,400 px)",
  original: "Original files, with their metadata",
};

export function RoomFormDialog(props: RoomFormDialogProps) {
  const { heading, submitLabel, hint, initial, error, isSaving, onSubmit, onClose } = props;
  const [title, setTitle] = useState(initial.title);
  const [message, setMessage] = useState(initial.message ?? "");
  const [password, setPassword] = useState("");
  const [removesPassword, setRemovesPassword] = useState(false);
  const [expiry, setExpiry] = useState<Expiry>(initial.expires_on ? "date" : "never");
  const [day, setDay] = useState(dayOf(initial.expires_on ?? null));
  const [download, setDownload] = useState<RoomDownload>(initial.download ?? "none");
  const [selection, setSelection] = useState(initial.selection ?? false);
  const [limit, setLimit] = useState(initial.selection_limit ? String(initial.selection_limit) : "");

  function submit() {
    const isKept = initial.has_password && password === "" && !removesPassword;
    onSubmit({
      title: title.trim(),
      message,
      download,
      selection,
      selection_limit: selection && limit !== "" ? Number(limit) : null,
      // The same day again must not move the moment.
      expires_on:
        expiry === "date" && day === dayOf(initial.expires_on ?? null)
          ? (initial.expires_on ?? null)
          : expiresOn(expiry, day),
      ...(!isKept && (initial.has_password || password !== "") && { password: password || null }),
    });
  }

  return (
    <FormDialog
      title={heading}
      submitLabel={submitLabel}
      isDisabled={isSaving || title.trim() === ""}
      error={error}
      fallback="The room could not be made"
      onSubmit={submit}
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
          onChange={({ target }) => setTitle(target.value)}
        />
      </label>
      <label>
        Message (optional)
        <textarea
          rows={2}
          maxLength={TEXT_MAX_CHARS}
          value={message}
          onChange={({ target }) => setMessage(target.value)}
        />
      </label>
      <div className={styles.pair}>
        <label>
          {initial.has_password ? "New password (optional)" : "Password (optional)"}
          <input
            autoComplete="off"
            minLength={4}
            maxLength={PASSWORD_MAX_CHARS}
            value={password}
            disabled={removesPassword}
            placeholder={initial.has_password ? "Unchanged" : ""}
            onChange={({ target }) => setPassword(target.value)}
          />
        </label>
        <label>
          Expires
          {/* The options are the names of the periods. */}
          <select value={expiry} onChange={({ target }) => setExpiry(target.value as Expiry)}>
            {EXPIRIES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      {initial.has_password && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={removesPassword}
            onChange={({ target }) => setRemovesPassword(target.checked)}
          />
          Remove the password
        </label>
      )}
      {expiry === "date" && (
        <label>
          Last day
          <input type="date" required value={day} onChange={({ target }) => setDay(target.value)} />
        </label>
      )}
      <label>
        Visitors may download
        {/* The options are the values. */}
        <select value={download} onChange={({ target }) => setDownload(target.value as RoomDownload)}>
          {Object.entries(DOWNLOADS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.check}>
        <input type="checkbox" checked={selection} onChange={({ target }) => setSelection(target.checked)} />
        Visitors may choose photos
      </label>
      {selection && (
        <label>
          At most (optional)
          <input
            type="number"
            min={1}
            max={20_000}
            value={limit}
            placeholder="Any number"
            onChange={({ target }) => setLimit(target.value)}
          />
        </label>
      )}
    </FormDialog>
  );
}
