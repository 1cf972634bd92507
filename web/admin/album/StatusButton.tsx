import type { AdminAlbum } from "../../../contract/albums.ts";
import { Button } from "../../ui/Button.tsx";
import { DraftIcon, EyeIcon } from "../../ui/icons.tsx";
import { useUpdateAlbum } from "../actions/albums.ts";

/** Says whether visitors see the album, and changes it. */
export function StatusButton({ album }: { album: AdminAlbum }) {
  const updateAlbum = useUpdateAlbum();
  const isDraft = album.status === "draft";
  const word = isDraft ? "Draft" : "Public";
  const next = isDraft ? "Make it public" : "Make it a draft";
  return (
    <Button
      icon={isDraft ? <DraftIcon /> : <EyeIcon />}
      aria-label={`${word}. ${next}`}
      title={isDraft ? `Visitors do not see this album. ${next}` : `Visitors see this album. ${next}`}
      onClick={() => updateAlbum.mutate({ album, change: { status: isDraft ? "public" : "draft" } })}
    >
      {word}
    </Button>
  );
}
