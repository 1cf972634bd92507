import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AlbumId } from "../../../contract/album-id.ts";
import { Field } from "../../ui/Field.tsx";
import { Options } from "../../ui/Options.tsx";
import { albumsQuery } from "../data/albums.api.ts";
import { FormDialog } from "../page/FormDialog.tsx";

type AlbumDialogProps = { onChoose: (id: AlbumId) => void; onClose: () => void };

export function AlbumDialog({ onChoose, onClose }: AlbumDialogProps) {
  const { data: albums = [] } = useQuery(albumsQuery);
  const [chosen, setChosen] = useState<AlbumId | null>(null);
  const id = chosen ?? albums[0]?.id;
  return (
    <FormDialog
      title="Choose an album"
      submitLabel="Use album"
      isDisabled={id === undefined}
      onSubmit={() => id !== undefined && onChoose(id)}
      onClose={onClose}
    >
      <Field label="Album">
        {(control) => (
          <select
            {...control}
            value={id ?? ""}
            onChange={({ target }) => setChosen(albums.find((album) => String(album.id) === target.value)?.id ?? null)}
          >
            <Options entries={albums.map(({ id, title }) => [id, title])} />
          </select>
        )}
      </Field>
    </FormDialog>
  );
}
