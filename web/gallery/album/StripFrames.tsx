import { memo, Suspense, useMemo } from "react";
import type { PhotoSet } from "../../../contract/pages.ts";
import { TextPanel } from "../../line/TextPanel.tsx";
import { stripSizes } from "../picture/picture-sizes.ts";
import frame from "./Frame.module.css";
import type { OpenPhoto } from "./Frame.tsx";
import { PanelFrames } from "./PanelFrames.tsx";
import type { ShownPanel } from "./panels.ts";
import styles from "./StripFrames.module.css";

type StripFramesProps = {
  album: PhotoSet;
  panels: ShownPanel[];
  /** The ids of the photos whose pictures are on the page. */
  near: ReadonlySet<number>;
  onOpen: OpenPhoto;
};

const RUN_LENGTH = 50;

/**
 * An album may have a thousand photos. In runs that hydrate one by one, and render again only when something in them
 * changed, a touch never has to wait for all of them.
 */
export function StripFrames({ panels, ...rest }: StripFramesProps) {
  const runs = useMemo(() => {
    const starts = Array.from({ length: Math.ceil(panels.length / RUN_LENGTH) }, (_, run) => run * RUN_LENGTH);
    return starts.map((start) => ({ start, panels: panels.slice(start, start + RUN_LENGTH) }));
  }, [panels]);
  return (
    <ol className={`${frame.frames} ${styles.line}`}>
      {runs.map(({ start, panels }) => (
        <Run key={start} panels={panels} {...rest} />
      ))}
    </ol>
  );
}

const Run = memo(function Run({ panels, ...rest }: StripFramesProps) {
  return (
    <Suspense>
      {panels.map((panel, index) => {
        if (panel.kind === "photos")
          return <PanelFrames key={panel.photos[0]?.id} panel={panel} sizes={stripSizes} {...rest} />;
        // Nothing else tells them apart, and nothing in them changes.
        const key = `${panel.kind} ${index}`;
        if (panel.kind === "pause") return <li key={key} data-pause={panel.width} aria-hidden="true" />;
        return (
          <li key={key} data-text="">
            <TextPanel heading={panel.heading} body={panel.body} />
          </li>
        );
      })}
    </Suspense>
  );
}, showsTheSame);

function showsTheSame(before: StripFramesProps, after: StripFramesProps): boolean {
  return (
    before.panels === after.panels &&
    before.album === after.album &&
    before.onOpen === after.onOpen &&
    after.panels.every(
      (panel) => panel.kind !== "photos" || panel.photos.every(({ id }) => before.near.has(id) === after.near.has(id)),
    )
  );
}
