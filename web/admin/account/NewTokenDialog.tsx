import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { CopyIcon } from "../../ui/icons.tsx";
import { copyText } from "../room-dialogs/copy-text.ts";
import styles from "./Account.module.css";

type NewTokenDialogProps = { name: string; token: string; onClose: () => void };

/** The only time that a token is shown: the server keeps no copy of it. */
export function NewTokenDialog({ name, token, onClose }: NewTokenDialogProps) {
  const [isCopied, setCopied] = useState<boolean | null>(null);
  return (
    <Dialog
      title={`Token for ${name}`}
      onClose={onClose}
      actions={
        <>
          <Button icon={<CopyIcon />} data-focus-first onClick={() => void copyText(token).then(setCopied)}>
            Copy token
          </Button>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>Copy it into the program now. It is not shown again; if it is lost, make another one.</p>
        <label>
          Token
          <input readOnly value={token} onFocus={({ target }) => target.select()} />
        </label>
        <p role="status" className={styles.note}>
          {isCopied === true && "The token is copied."}
          {isCopied === false && "The browser did not allow copying. Select the token and copy it."}
        </p>
      </div>
    </Dialog>
  );
}
