import { useState } from "react";
import { useSearchParams } from "react-router";
import type { AdminAlbum } from "../../../contract/albums.ts";
import type { SequenceVersion } from "../../../contract/sequences.ts";
import { Button } from "../../ui/Button.tsx";
import { formatMoment } from "../../ui/format-date.ts";
import { useCreateVersion } from "../actions/versions.ts";
import type { PhotoOf } from "./describe-piece.ts";
import styles from "./LineNotes.module.css";
import { lineOf, panelsIn } from "./line-text.ts";
import { NameDialog } from "./NameDialog.tsx";
import { ParallelLines } from "./ParallelLines.tsx";
import type { Table, TableState } from "./table-store.ts";
import { useSequenceOf } from "./use-table.ts";

type LineNotesProps = {
  album: AdminAlbum;
  version: SequenceVersion;
  table: Table;
  state: TableState;
  photoOf: PhotoOf;
};

/** What the person must know about the line: it was changed elsewhere, or there is one from an earlier visit. */
export function LineNotes(props: LineNotesProps) {
  const { state } = props;
  if (state.state === "changed") return <ChangedNote {...props} />;
  return state.offer ? <OfferNote {...props} offer={state.offer} /> : null;
}

/** Both lines, and nothing is lost: the one that is not taken can be kept as a version, or brought back by Undo. */
function ChangedNote({ album, version, table, state, photoOf }: LineNotesProps) {
  const theirs = useSequenceOf(album, version);
  const [isNaming, setNaming] = useState(false);
  const [, setSearch] = useSearchParams();
  const createVersion = useCreateVersion(album);
  return (
    <section className={styles.note} role="alert" aria-label="Changed in another window">
      <p>
        <strong>This line was changed in another window.</strong> Yours is kept here, and not saved yet.
      </p>
      <ParallelLines
        one={{ name: "Yours", line: state.line }}
        other={{ name: "The other one", line: lineOf(theirs?.panels ?? []) }}
        photoOf={photoOf}
      />
      <p className={styles.buttons}>
        <Button kind="primary" onClick={() => setNaming(true)}>
          Keep both…
        </Button>
        <Button onClick={table.keepMine}>Keep yours</Button>
        <Button onClick={table.takeOther}>Take the other</Button>
      </p>
      {isNaming && (
        <NameDialog
          title="Keep your line as a version"
          of={`kept-version-${album.id}`}
          name={`${version.name}, second try`}
          submitLabel="Keep both"
          onSubmit={async (name) => {
            const { sequence } = await createVersion.mutateAsync({ name, from: version.id, panels: table.panels() });
            table.takeOther();
            setSearch({ version: String(sequence.version_id) });
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </section>
  );
}

type OfferNoteProps = LineNotesProps & { offer: NonNullable<TableState["offer"]> };

/** From before this page was loaded. */
function OfferNote({ table, state, offer, photoOf }: OfferNoteProps) {
  return (
    <section className={styles.note} aria-label="From an earlier visit">
      <p>Your line from {formatMoment(offer.at)} was not saved.</p>
      <ParallelLines
        one={{ name: "On the table", line: state.line }}
        other={{ name: "Not saved", line: lineOf(panelsIn(offer.text)) }}
        photoOf={photoOf}
      />
      <p className={styles.buttons}>
        <Button kind="primary" onClick={() => table.restore(offer.id)}>
          Restore
        </Button>
        <Button onClick={() => table.discardOffer(offer.id)}>Discard</Button>
      </p>
    </section>
  );
}
