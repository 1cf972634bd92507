import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { formatDateTime } from "../../ui/format-date.ts";
import { CopyIcon } from "../../ui/icons.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { draftLinkQuery } from "../data/album.api.ts";
import { copyText } from "../room-dialogs/copy-text.ts";

/** An unlisted link for someone who should see the draft, copied as soon as it is shown. */
export function DraftLinkDialog({ album, onClose }: { album: AdminAlbum; onClose: () => void }) {
  const { data, error } = useQuery(draftLinkQuery(album.slug));
  const link = data && window.location.origin + data.url;
  const [isCopied, setCopied] = useState<boolean | null>(null);
  useEffect(() => {
    if (link) void copyText(link).then(setCopied);
  }, [link]);
  return (
    <Dialog
      title={`Show the draft of ${album.title}`}
      onClose={onClose}
      actions={
        <>
          {link && (
            <Button icon={<CopyIcon />} onClick={() => void copyText(link).then(setCopied)}>
              Copy link
            </Button>
          )}
          <Button kind="primary" data-focus-first onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {error && <p role="alert">{error.message}</p>}
      {!data && !error && <Loading />}
      {data && (
        <>
          <label>
            Link to {album.title}
            <input readOnly value={link} onFocus={({ target }) => target.select()} />
          </label>
          <p role="status">
            {isCopied === true && "The link is copied. "}
            {isCopied === false && "The browser did not allow copying. Select the link and copy it. "}
            Anyone who has it sees the album as visitors would, until {formatDateTime(data.expires_on)}. It is in no
            list and in no search engine.
          </p>
        </>
      )}
    </Dialog>
  );
}
