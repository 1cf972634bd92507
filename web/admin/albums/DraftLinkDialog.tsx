import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { formatDateTime } from "../../ui/format-date.ts";
import { CopyIcon } from "../../ui/icons.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { useEndDraftLinks } from "../actions/albums.ts";
import { draftLinkQuery } from "../data/album.api.ts";
import { copyText } from "../room-dialogs/copy-text.ts";
import styles from "./DraftLinkDialog.module.css";

/** An unlisted link for someone who should see the draft, copied as soon as it is shown. */
export function DraftLinkDialog({ album, onClose }: { album: AdminAlbum; onClose: () => void }) {
  const endAll = useEndDraftLinks();
  const client = useQueryClient();
  // Until the owner wants another one.
  const [isEnded, setEnded] = useState(false);
  const query = draftLinkQuery(album.slug);
  const made = useQuery({ ...query, enabled: !isEnded });
  const { data, error } = isEnded ? { data: undefined, error: null } : made;
  const makeAnother = () => {
    client.removeQueries({ queryKey: query.queryKey });
    setEnded(false);
  };
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
          {isEnded && <Button onClick={makeAnother}>Make a new link</Button>}
          <Button kind="primary" data-focus-first onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {error && <p role="alert">{error.message}</p>}
      {!data && !error && !isEnded && <Loading />}
      {link && (
        <label className={styles.link}>
          Link to {album.title}
          <input readOnly value={link} onFocus={({ target }) => target.select()} />
        </label>
      )}
      <p role="status">
        {isEnded && `No link to the draft of ${album.title} works any longer.`}
        {data && (
          <>
            {isCopied === true && "The link is copied. "}
            {isCopied === false && "The browser did not allow copying. Select the link and copy it. "}
            Anyone who has it sees the album as visitors would, until {formatDateTime(data.expires_on)}. It is in no
            list and in no search engine.
          </>
        )}
      </p>
      {link && (
        <p className={styles.end}>
          <Button disabled={endAll.isPending} onClick={() => endAll.mutate(album, { onSuccess: () => setEnded(true) })}>
            End all links
          </Button>
          This one, and those made before.
        </p>
      )}
    </Dialog>
  );
}
