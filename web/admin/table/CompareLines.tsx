import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import type { AdminAlbum } from "../../../contract/albums.ts";
import type { SequenceVersion } from "../../../contract/sequences.ts";
import { messageOf } from "../../api/api-error.ts";
import { IconButton } from "../../ui/Button.tsx";
import { CloseIcon } from "../../ui/icons.tsx";
import { sequenceQuery } from "../data/sequence.api.ts";
import styles from "./CompareLines.module.css";
import type { PhotoOf } from "./describe-piece.ts";
import type { Line } from "./line.ts";
import { lineOf } from "./line-text.ts";
import { ParallelLines } from "./ParallelLines.tsx";

type CompareLinesProps = {
  album: AdminAlbum;
  version: SequenceVersion;
  /** As it is on the table. */
  line: Line;
  other: SequenceVersion;
  photoOf: PhotoOf;
};

/** The version on the table and another one. */
export function CompareLines({ album, version, line, other, photoOf }: CompareLinesProps) {
  const [, setSearch] = useSearchParams();
  const { data, error } = useQuery(sequenceQuery(album.slug, other.id));
  const otherLine = useMemo(() => data && lineOf(data.sequence.panels), [data]);
  const close = () =>
    setSearch(
      (search) => {
        search.delete("compare");
        return search;
      },
      { replace: true },
    );
  return (
    <div className={styles.compare}>
      {otherLine && (
        <ParallelLines
          one={{ name: version.name, line }}
          other={{ name: other.name, line: otherLine }}
          photoOf={photoOf}
        />
      )}
      {error && <p role="alert">{messageOf(error, "The other version could not be loaded")}</p>}
      <IconButton className={styles.close} label="Close the comparison" icon={<CloseIcon />} onClick={close} />
    </div>
  );
}
