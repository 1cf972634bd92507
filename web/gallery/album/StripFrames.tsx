import { type MouseEvent, memo, Suspense, useMemo } from "react";
import type { PhotoSet, ShownPhoto } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { photoAlt } from "../../../contract/photo-names.ts";
import styles from "./StripFrame.module.css";
import { StripFrame } from "./StripFrame.tsx";

type StripFramesProps = {
  album: PhotoSet;
  photos: ShownPhoto[];
  /** The ids of the photos whose pictures are on the page. */
  near: ReadonlySet<number>;
  onOpen: (event: MouseEvent<HTMLAnchorElement>, photo: ShownPhoto) => void;
};

const RUN_LENGTH = 50;

/**
 * An album may have a thousand photos. In runs that hydrate one by one, and render again only when something in them
 * changed, a touch never has to wait for all of them.
 */
export function StripFrames({ photos, ...rest }: StripFramesProps) {
  const runs = useMemo(() => {
    const starts = Array.from({ length: Math.ceil(photos.length / RUN_LENGTH) }, (_, run) => run * RUN_LENGTH);
    return starts.map((start) => ({ start, photos: photos.slice(start, start + RUN_LENGTH) }));
  }, [photos]);
  return (
    <ol className={styles.frames}>
      {runs.map((run) => (
        <Run key={run.start} {...run} {...rest} />
      ))}
    </ol>
  );
}

type RunProps = StripFramesProps & { start: number };

const Run = memo(function Run({ album, photos, start, near, onOpen }: RunProps) {
  return (
    <Suspense>
      {photos.map((photo, index) => (
        <StripFrame
          key={photo.id}
          photo={photo}
          alt={photoAlt(photo, { album, index: start + index })}
          index={start + index}
          href={paths.photo(album, photo.id)}
          isNear={near.has(photo.id)}
          onOpen={onOpen}
        />
      ))}
    </Suspense>
  );
}, showsTheSame);

function showsTheSame(before: RunProps, after: RunProps): boolean {
  return (
    before.photos === after.photos &&
    before.album === after.album &&
    before.onOpen === after.onOpen &&
    after.photos.every(({ id }) => before.near.has(id) === after.near.has(id))
  );
}
