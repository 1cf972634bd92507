import type { MouseEvent } from "react";
import type { RoomShow } from "../../../contract/pages.ts";
import { OverviewIcon, StripIcon } from "../../stage/icons.tsx";
import styles from "./RoomBar.module.css";
import type { ShownPhotos } from "./use-shown-photos.ts";

type ViewChoiceProps = { url: string; shown: ShownPhotos; round: number; hasFilters: boolean };

/** Strip or grid, and which photos of the grid. Links, so that they also work without JavaScript. */
export function ViewChoice({ url, shown: { view, show, setView, setShow }, round, hasFilters }: ViewChoiceProps) {
  const act = (work: () => void) => (event: MouseEvent) => {
    event.preventDefault();
    work();
  };
  const other = view === "grid" ? "strip" : "grid";
  return (
    <>
      {view === "grid" && hasFilters && (
        <nav className={styles.filters} aria-label="Which photos">
          {(["all", "chosen", "open"] as const).map((each) => (
            <a
              key={each}
              href={`${url}?view=grid&show=${each}`}
              aria-current={show === each || undefined}
              onClick={act(() => setShow(each))}
            >
              {namesIn(round)[each]}
            </a>
          ))}
        </nav>
      )}
      <a
        className={styles.view}
        href={`${url}?view=${other}`}
        aria-label={`Show as ${other}`}
        onClick={act(() => setView(other))}
      >
        {other === "grid" ? <OverviewIcon /> : <StripIcon />}
      </a>
    </>
  );
}

const namesIn = (round: number): Record<RoomShow, string> => ({
  all: "All",
  chosen: round === 1 ? "Chosen" : "Done",
  open: "Not yet",
});
