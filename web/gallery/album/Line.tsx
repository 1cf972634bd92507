import { memo, Suspense, useMemo } from "react";
import type { AlbumLayout } from "../../../contract/limits.ts";
import type { PhotoSet } from "../../../contract/pages.ts";
import type { GridRow, gridRows } from "../../line/grid-rows.ts";
import type { ShownPanel } from "../../line/panels.ts";
import { TextPanel } from "../../line/TextPanel.tsx";
import frame from "./Frame.module.css";
import type { OpenPhoto } from "./Frame.tsx";
import { GroupFrames, type RowFrames } from "./PanelFrames.tsx";

type LineProps = {
  album: PhotoSet;
  panels: ShownPanel[];
  layout: AlbumLayout;
  className: string | undefined;
  /** The ids of the photos whose pictures are on the page. */
  near: ReadonlySet<number>;
  onOpen: OpenPhoto;
  /** For the layout `grid`, which a viewing room does not have. */
  rows?: { of: typeof gridRows; Frames: typeof RowFrames } | undefined;
};

type Item = ShownPanel | GridRow;

const RUN_LENGTH = 50;

/**
 * The panels of an album. There may be a thousand: in runs that hydrate one by one, and render again only when something in
 * them changed, a touch never has to wait for all of them.
 */
export function Line({ panels, className, ...rest }: LineProps) {
  const runs = useMemo(() => {
    const items: Item[] = rest.rows ? rest.rows.of(panels) : panels;
    const starts = Array.from({ length: Math.ceil(items.length / RUN_LENGTH) }, (_, run) => run * RUN_LENGTH);
    return starts.map((start) => ({ start, items: items.slice(start, start + RUN_LENGTH) }));
  }, [panels, rest.rows]);
  return (
    <ol className={`${frame.frames} ${className}`}>
      {runs.map(({ start, items }) => (
        <Run key={start} items={items} {...rest} />
      ))}
    </ol>
  );
}

type RunProps = Omit<LineProps, "panels" | "className"> & { items: Item[] };

const Run = memo(function Run({ items, ...rest }: RunProps) {
  return (
    <Suspense>
      {items.map((item, index) => (
        // They stay where they are, and nothing but their place tells two pauses apart.
        <LineItem key={photosOf(item)[0]?.id ?? `${item.kind} ${index}`} item={item} {...rest} />
      ))}
    </Suspense>
  );
}, showsTheSame);

function LineItem({ item, rows, ...rest }: Omit<RunProps, "items"> & { item: Item }) {
  switch (item.kind) {
    case "photos":
      return <GroupFrames panel={item} {...rest} />;
    case "row":
      return rows && <rows.Frames row={item} {...rest} />;
    case "pause":
      return <li data-pause={item.width} aria-hidden="true" />;
    case "text":
      return (
        <li data-text="">
          <TextPanel heading={item.heading} body={item.body} />
        </li>
      );
  }
}

function photosOf(item: Item) {
  if (item.kind === "row") return item.parts.flat().flatMap(({ photos }) => photos);
  return item.kind === "photos" ? item.photos : [];
}

function showsTheSame(before: RunProps, after: RunProps): boolean {
  return (
    before.items === after.items &&
    before.album === after.album &&
    before.onOpen === after.onOpen &&
    after.items.every((item) => photosOf(item).every(({ id }) => before.near.has(id) === after.near.has(id)))
  );
}
