import { useEffect, useState } from "react";
import type { Room } from "../../../contract/rooms.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { CopyIcon } from "../../ui/icons.tsx";
import { copyText } from "./copy-text.ts";
import styles from "./RoomDialogs.module.css";

type RoomLinkDialogProps = { room: Room & { url: string }; heading: string; onClose: () => void };

/** The link, copied as soon as it is shown, and as a code for another device's camera. */
export function RoomLinkDialog({ room, heading, onClose }: RoomLinkDialogProps) {
  const link = window.location.origin + room.url;
  const [isCopied, setCopied] = useState<boolean | null>(null);
  const copy = () => copyText(link).then(setCopied);
  useEffect(() => {
    void copyText(link).then(setCopied);
  }, [link]);
  return (
    <Dialog
      title={heading}
      onClose={onClose}
      actions={
        <>
          <Button icon={<CopyIcon />} onClick={copy}>
            Copy link
          </Button>
          <Button kind="primary" data-focus-first onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className={styles.link}>
        <QrCode text={link} />
        <label>
          Link to {room.title}
          <input readOnly value={link} onFocus={({ target }) => target.select()} />
        </label>
        <p role="status" className={styles.muted}>
          {isCopied === true && "The link is copied. "}
          {isCopied === false && "The browser did not allow copying. Select the link and copy it. "}
          {isCopied !== null &&
            (room.has_password ? "Send the password separately." : "Anyone with the link can open the room.")}
        </p>
      </div>
    </Dialog>
  );
}

/** Black on white in any theme, or cameras could not read it. Its program is loaded when it is first shown. */
function QrCode({ text }: { text: string }) {
  const [code, setCode] = useState<{ path: string; edge: number } | null>(null);
  useEffect(() => {
    let isWanted = true;
    void drawCode(text).then((drawn) => isWanted && setCode(drawn));
    return () => {
      isWanted = false;
    };
  }, [text]);
  const edge = code?.edge ?? 1;
  return (
    <svg className={styles.code} viewBox={`0 0 ${edge} ${edge}`} role="img" aria-label="QR code of the link">
      <rect width={edge} height={edge} fill="#fff" />
      <path
        d={code?.path}
        fill="#000"
        shapeRendering="crispEdges"
        transform={`translate(${QUIET_ZONE} ${QUIET_ZONE})`}
      />
    </svg>
  );
}

/** The white edge that the standard asks for, in modules of the code. */
const QUIET_ZONE = 4;

async function drawCode(text: string) {
  const [{ generate }, { toSvgPath }] = await Promise.all([import("lean-qr"), import("lean-qr/extras/svg")]);
  const code = generate(text);
  return { path: toSvgPath(code), edge: code.size + 2 * QUIET_ZONE };
}
