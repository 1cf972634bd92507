import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { paths } from "../../../contract/paths.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { SequenceVersion } from "../../../contract/sequences.ts";
import { countPhotos } from "../data/photo-edits.ts";
import { siteQuery } from "../data/site.api.ts";
import { AdminPage } from "../page/AdminPage.tsx";
import { MoveToDialog } from "../reorder/MoveToDialog.tsx";
import { CompareLines } from "./CompareLines.tsx";
import { DraggedPiece } from "./DraggedPiece.tsx";
import { countIn, nameOf } from "./describe-piece.ts";
import { LayoutChoice } from "./LayoutChoice.tsx";
import { LineNotes } from "./LineNotes.tsx";
import { type Layout, layPrints, layStrip, STRIP_GAPS } from "./layout.ts";
import { isPhotos, type Mark } from "./line.ts";
import { PieceArea } from "./PieceArea.tsx";
import { PreviewPane } from "./PreviewPane.tsx";
import { SaveState } from "./SaveState.tsx";
import styles from "./TableScreen.module.css";
import { TableToolbar } from "./TableToolbar.tsx";
import { TextPanelEditor } from "./TextPanelEditor.tsx";
import { tableActions } from "./table-actions.ts";
import { useDrag } from "./use-drag.ts";
import { type Tables, usePhotoOf, useSequenceOf, useTable } from "./use-table.ts";
import { useTableKeys } from "./use-table-keys.ts";
import { useZoom } from "./use-zoom.ts";
import { VersionBar } from "./VersionBar.tsx";
import { ZoomSlider } from "./ZoomSlider.tsx";
import "../page/site-type.css";

type TableScreenProps = { album: AdminAlbum; version: SequenceVersion; versions: SequenceVersion[]; tables: Tables };

/** The album's prints, and under them the line as the strip will be. */
export function TableScreen({ album, version, versions, tables }: TableScreenProps) {
  const [search, setSearch] = useSearchParams();
  const { data: site } = useQuery(siteQuery);
  const photoOf = usePhotoOf(album);
  const { table, state } = useTable(album, version, tables);
  const { line, mark } = state;
  const actions = useMemo(() => tableActions(table, photoOf), [table, photoOf]);
  const [editing, setEditing] = useState<string | null>(null);
  const [isMoving, setMoving] = useState(false);

  const areas = useAreas();
  const zooms = {
    prints: useZoom(areas.prints.scroller, { name: "prints", min: 56, max: 320, usual: shareOfWindow(0.133, 0.12) }),
    strip: useZoom(areas.strip.scroller, { name: "strip", min: 100, max: 640, usual: shareOfWindow(0.29, 0.32) }),
  };
  const edit = useCallback(
    (of: Mark) => {
      if (typeof of === "string" && table.read().line.some((piece) => piece.kind === "text" && piece.key === of))
        setEditing(of);
    },
    [table],
  );
  const onKeyDown = useTableKeys({ actions, areas, zooms, onEdit: setEditing, onMoveTo: () => setMoving(true) });
  const { dragged, onPointerDown } = useDrag({ areas, line, onDrop: actions.drop });

  const aspectOf = useCallback(
    (id: PhotoId) => {
      const photo = photoOf(id);
      return photo ? photo.width / photo.height : 1.5;
    },
    [photoOf],
  );
  const [printPx, stripPx] = [zooms.prints.px, zooms.strip.px];
  const layAsPrints = useCallback(
    ({ width }: { width: number }) => layPrints(line, aspectOf, { width, height: printPx }),
    [line, aspectOf, printPx],
  );
  const gap = STRIP_GAPS[site?.look.margin ?? "none"];
  const layAsStrip = useCallback(
    () => layStrip(line, aspectOf, { height: stripPx, gap }),
    [line, aspectOf, stripPx, gap],
  );

  const sequence = useSequenceOf(album, version);
  const held = actions.now();
  const compared = versions.find(({ id }) => id === Number(search.get("compare")) && id !== version.id);
  const shared = { line, held: mark, dragged, onPointerDown, onKeyDown, photoOf, onHold: actions.hold, onOpen: edit };
  return (
    <AdminPage
      title={album.title}
      subtitle={`Table • ${countPhotos(countIn(line))}`}
      isFilled
      actions={
        <>
          <SaveState state={state} onRetry={table.retry} />
          <VersionBar album={album} version={version} versions={versions} table={table} />
          <Link className={styles.grid} to={paths.admin.album(album.slug)}>
            Grid
          </Link>
        </>
      }
      toolbar={
        <TableToolbar
          state={state}
          actions={actions}
          onEdit={setEditing}
          onMoveTo={() => setMoving(true)}
          onPointerDown={onPointerDown}
        >
          <ZoomSlider label="Size of the prints" zoom={zooms.prints} />
        </TableToolbar>
      }
    >
      <div
        className={styles.table}
        data-typeface={site?.look.typeface}
        data-scheme={site?.look.scheme}
        data-paper={site?.look.paper}
      >
        <LineNotes album={album} version={version} table={table} state={state} photoOf={photoOf} />
        {compared && <CompareLines album={album} line={line} version={version} other={compared} photoOf={photoOf} />}
        <PieceArea
          {...shared}
          name="prints"
          label={`Prints of ${album.title}`}
          lay={layAsPrints}
          zoom={zooms.prints}
          area={areas.prints}
        />
        <div className={styles.lineBar}>
          <h2>Line</h2>
          <LayoutChoice album={album} />
          <ZoomSlider label="Size of the line" zoom={zooms.strip} />
        </div>
        <div className={styles.line} style={{ height: stripPx + LINE_FRAME_PX }}>
          <PieceArea
            {...shared}
            name="strip"
            label={`Line of ${album.title}`}
            lay={layAsStrip}
            zoom={zooms.strip}
            area={areas.strip}
          />
        </div>
        {search.has("preview") && sequence && (
          <PreviewPane
            album={album}
            sequence={sequence}
            onClose={() => {
              search.delete("preview");
              setSearch(search, { replace: true });
            }}
          />
        )}
        <TextPanelEditor table={table} editing={editing} area={areas.strip} onClose={() => setEditing(null)} />
      </div>
      {dragged && <DraggedPiece dragged={dragged} line={line} photoOf={photoOf} height={printPx} />}
      {isMoving && held.piece && (
        <MoveToDialog
          title={isPhotos(held.piece) ? nameOf(held.piece, photoOf) : held.piece.kind}
          position={held.index + 1}
          positions={line.length}
          onMove={actions.moveTo}
          onClose={() => setMoving(false)}
        />
      )}
    </AdminPage>
  );
}

const shareOfWindow = (ofHeight: number, ofWidth: number) =>
  Math.min(ofHeight * window.innerHeight, ofWidth * window.innerWidth);

/** Room for the scroll bar and a little paper. */
const LINE_FRAME_PX = 32;

function useAreas() {
  const prints = { scroller: useRef<HTMLElement>(null), layout: useRef<Layout>(null) };
  const strip = { scroller: useRef<HTMLElement>(null), layout: useRef<Layout>(null) };
  // Refs never change.
  const [areas] = useState({ prints, strip });
  return areas;
}
