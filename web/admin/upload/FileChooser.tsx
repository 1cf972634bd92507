import { type ReactNode, useRef } from "react";
import { acceptedNames, acceptedTypes } from "../../../contract/limits.ts";
import { Button } from "../../ui/Button.tsx";
import { AlbumIcon, PhotoIcon, UploadIcon } from "../../ui/icons.tsx";
import { type ChosenFiles, pickedFiles } from "./dropped-files.ts";
import styles from "./FileChooser.module.css";

type FileChooserProps = {
  /** Files are being dragged over the page, and can be dropped anywhere on it. */
  isOver: boolean;
  isCompact: boolean;
  maxMb: number;
  acceptsHeic: boolean;
  onChoose: (chosen: ChosenFiles) => void;
};

export function FileChooser({ isOver, isCompact, maxMb, acceptsHeic, onChoose }: FileChooserProps) {
  return (
    <section
      aria-label="Add files"
      className={`${styles.area} ${isCompact ? styles.compact : ""} ${isOver ? styles.over : ""}`}
    >
      {!isCompact && <UploadIcon />}
      <p className={styles.invitation}>Drag photos or folders here</p>
      <div className={styles.buttons}>
        <PickButton label="Choose photos" icon={<PhotoIcon />} isMain={!isCompact} {...{ acceptsHeic, onChoose }} />
        <PickButton label="Choose a folder" icon={<AlbumIcon />} isFolder {...{ acceptsHeic, onChoose }} />
      </div>
      <p className={styles.limits}>
        {acceptedNames(acceptsHeic)}. Maximum {maxMb}MB per file.
      </p>
    </section>
  );
}

type PickButtonProps = {
  label: string;
  icon: ReactNode;
  isFolder?: boolean;
  isMain?: boolean;
  acceptsHeic: boolean;
  onChoose: (chosen: ChosenFiles) => void;
};

function PickButton({ label, icon, isFolder = false, isMain = false, acceptsHeic, onChoose }: PickButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        kind={isMain ? "primary" : "plain"}
        icon={icon}
        data-focus-first={isMain || undefined}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={label}
        // A folder comes whole; files that are not pictures are skipped afterwards.
        accept={isFolder ? undefined : acceptedTypes(acceptsHeic).join(",")}
        {...(isFolder && { webkitdirectory: "" })}
        onChange={({ target }) => {
          if (target.files) onChoose(pickedFiles(target.files, acceptsHeic));
          // Choosing the same file again must count as a choice.
          target.value = "";
        }}
      />
    </>
  );
}
