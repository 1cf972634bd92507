import type { AdminAlbum } from "../../../contract/albums.ts";
import { Button } from "../../ui/Button.tsx";
import { formatDateTime } from "../../ui/format-date.ts";
import { DraftIcon, EyeIcon } from "../../ui/icons.tsx";
import { useUpdateAlbum } from "../actions/albums.ts";
import { isWaiting } from "../data/publish-time.ts";

/** Says whether visitors see the album, and changes it. */
export function StatusButton({ album }: { album: AdminAlbum }) {
  const updateAlbum = useUpdateAlbum();
  const isDraft = album.status === "draft";
  const waits = isWaiting(album) && album.publish_on !== null;
  const word = isDraft ? "Draft" : waits ? `From ${formatDateTime(album.publish_on ?? "")}` : "Public";
  const next = isDraft ? "Make it public" : "Make it a draft";
  return (
    <Button
      icon={isDraft || waits ? <DraftIcon /> : <EyeIcon />}
      aria-label={`${word}. ${next}`}
      title={isDraft || waits ? `Visitors do not see this album. ${next}` : `Visitors see this album. ${next}`}
      onClick={() => updateAlbum.mutate({ album, change: { status: isDraft ? "public" : "draft" } })}
    >
      {word}
    </Button>
  );
}
