import { useRef } from "react";
import { acceptedTypes } from "../../../contract/limits.ts";
import type { AdminPhoto } from "../../../contract/photos.ts";
import { Button } from "../../ui/Button.tsx";
import { formatDate } from "../../ui/format-date.ts";
import { UndoIcon, UploadIcon } from "../../ui/icons.tsx";
import { useReplaceFile } from "../upload/replace-file.ts";
import styles from "./ReplaceFile.module.css";

/** A new file for the photo, which keeps its texts, its place and its URL; and the way back. */
export function ReplaceFile({ photo }: { photo: AdminPhoto }) {
  const input = useRef<HTMLInputElement>(null);
  const { share, acceptsHeic, replace, revert } = useReplaceFile(photo.id);
  const { former_file } = photo;
  return (
    <div className={styles.replace}>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedTypes(acceptsHeic).join()}
        aria-label="New file"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file may be chosen again.
          currentTarget.value = "";
          if (file) replace(file);
        }}
      />
      {/* Not disabled while a file is sent: the focus would go to the next button, which is Move to trash. */}
      <Button
        icon={<UploadIcon />}
        aria-disabled={share !== undefined}
        onClick={() => share === undefined && input.current?.click()}
      >
        Replace file…
      </Button>
      {share !== undefined && <ReplaceProgress share={share} />}
      {former_file && share === undefined && (
        <>
          <Button icon={<UndoIcon />} onClick={revert}>
            Back to the earlier file
          </Button>
          <p className={styles.note}>
            {former_file.filename}, kept until {formatDate(former_file.kept_until)}
          </p>
        </>
      )}
    </div>
  );
}

export function ReplaceProgress({ share }: { share: number }) {
  return (
    <label className={styles.progress}>
      {share < 1 ? "Sending the new file" : "Creating smaller versions"}
      <progress value={share < 1 ? share : undefined} />
    </label>
  );
}
