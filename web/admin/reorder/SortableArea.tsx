import {
  type ClientRect,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragCancelEvent,
  type DragEndEvent,
  type DragOverEvent,
  DragOverlay,
  type DragStartEvent,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { rectSortingStrategy, SortableContext } from "@dnd-kit/sortable";
import { type ReactNode, useState } from "react";
import { announce } from "../../ui/Announcer.tsx";
import { type AlbumDrop, currentAlbumDrop, useAlbumAim, useAlbumDrop } from "./album-drop.ts";
import { describeMove, REORDER_INSTRUCTIONS } from "./announcements.ts";
import { CarryContext, useKeyboardCarry } from "./keyboard-carry.ts";
import { dropIndex } from "./order.ts";
import styles from "./SortableArea.module.css";

/** A target outside the grid for dropping entries on. */
export type DropTarget<Id> = { id: string; announcement: string; onDrop: (ids: Id[]) => void };

type SortableAreaProps<Id extends number | string> = {
  ids: readonly Id[];
  titleOf: (id: Id) => string;
  /** What moves when this one is dragged: the whole selection, if it is part of it. */
  movingWith?: (id: Id) => Id[];
  /** `index` is the new position of the first of them. */
  onMove: (ids: Id[], index: number) => void;
  dropTarget?: DropTarget<Id>;
  /** For photos dropped on an album of the sidebar. */
  onDropOnAlbum?: (ids: Id[], drop: AlbumDrop) => void;
  renderDragged: (id: Id, count: number) => ReactNode;
  /** `ids` in the order to show: an entry carried by keyboard is already where it would land. */
  children: (ids: readonly Id[]) => ReactNode;
};

/** Reordering by mouse, touch and keyboard (L, arrows, L), announced to screen readers. */
export function SortableArea<Id extends number | string>(props: SortableAreaProps<Id>) {
  const { ids, titleOf, movingWith = (id) => [id], onMove, dropTarget, onDropOnAlbum, renderDragged, children } = props;
  const [dragged, setDragged] = useState<Id | undefined>();
  const [grip, setGrip] = useState("center");
  useAlbumAim(dragged !== undefined && onDropOnAlbum !== undefined);
  const { shownIds, carry } = useKeyboardCarry({ ids, titleOf, movingWith, onMove });
  const sensors = useSensors(
    // A click that slips a little is still a click.
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // Requires a short hold, so that a swipe still scrolls the page.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );
  const idOf = (entry: { id: UniqueIdentifier } | null) => ids.find((id) => id === entry?.id);

  const positionOf = (id: Id, index = ids.indexOf(id)) => ({
    title: titleOf(id),
    others: movingWith(id).length - 1,
    index,
    count: ids.length,
  });

  function startDrag({ active, activatorEvent }: DragStartEvent) {
    const id = idOf(active);
    setDragged(id);
    setGrip(gripOf(activatorEvent, active.rect.current.initial));
    if (id !== undefined) announce(describeMove.pickedUp(positionOf(id)));
  }

  function announceMove({ active, over }: DragOverEvent) {
    const id = idOf(active);
    if (id === undefined) return;
    const target = idOf(over);
    if (target !== undefined) announce(describeMove.moved(positionOf(id, ids.indexOf(target))));
    else announce(over && dropTarget ? dropTarget.announcement : describeMove.offGrid(positionOf(id)));
  }

  function finishDrag({ active, over }: DragEndEvent) {
    const albumDrop = currentAlbumDrop();
    setDragged(undefined);
    const id = idOf(active);
    if (id === undefined) return;
    if (albumDrop) {
      onDropOnAlbum?.(movingWith(id), albumDrop);
      return;
    }
    const target = idOf(over);
    // Dropping on the target opens a question, which is announced on its own.
    if (over && target === undefined) dropTarget?.onDrop(movingWith(id));
    else announce(describeMove.dropped(positionOf(id, ids.indexOf(target ?? id))));
    if (target !== undefined && target !== id) onMove(movingWith(id), dropIndex(ids, movingWith(id), id, target));
  }

  function cancelDrag({ active }: DragCancelEvent) {
    setDragged(undefined);
    const id = idOf(active);
    if (id !== undefined) announce(describeMove.cancelled(positionOf(id)));
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={dropTargetFirst(dropTarget?.id)}
      accessibility={{ announcements: SILENT, screenReaderInstructions: { draggable: REORDER_INSTRUCTIONS } }}
      onDragStart={startDrag}
      onDragOver={announceMove}
      onDragEnd={finishDrag}
      onDragCancel={cancelDrag}
    >
      <CarryContext value={carry}>
        {/* dnd-kit's type asks for a mutable list, but does not change it. */}
        <SortableContext items={[...shownIds]} strategy={rectSortingStrategy}>
          {children(shownIds)}
        </SortableContext>
      </CarryContext>
      <DragOverlay dropAnimation={null}>
        {dragged !== undefined && (
          <DraggedOverAlbum grip={grip}>{renderDragged(dragged, movingWith(dragged).length)}</DraggedOverAlbum>
        )}
      </DragOverlay>
    </DndContext>
  );
}

/** Small over the sidebar, where a whole tile would hide the albums. */
function DraggedOverAlbum({ grip, children }: { grip: string; children: ReactNode }) {
  const isOverAlbum = useAlbumDrop() !== null;
  return (
    <div className={styles.dragged} style={{ transformOrigin: grip }} data-small={isOverAlbum}>
      {children}
    </div>
  );
}

/** Where the tile is held, so that it shrinks toward the pointer. */
function gripOf(event: Event, tile: ClientRect | null): string {
  if (!(event instanceof MouseEvent) || !tile) return "center";
  return `${event.clientX - tile.left}px ${event.clientY - tile.top}px`;
}

/** Announcements are made above, for every way of moving. */
const nothing = () => undefined;
const SILENT = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing };

/**
 * The drop target lies over the grid, so it wins when both are under the pointer, but never by mere closeness.
 * Away from the grid nothing moves, so missing the target changes nothing.
 */
function dropTargetFirst(targetId: string | undefined): CollisionDetection {
  return (args) => {
    if (currentAlbumDrop()) return [];
    const isTarget = ({ id }: { id: UniqueIdentifier }) => id === targetId;
    const onTarget = pointerWithin({ ...args, droppableContainers: args.droppableContainers.filter(isTarget) });
    if (onTarget.length > 0) return onTarget;
    const tiles = args.droppableContainers.filter((container) => !isTarget(container));
    const boxes = tiles.flatMap(({ id }) => args.droppableRects.get(id) ?? []);
    if (args.pointerCoordinates && !isNearGrid(args.pointerCoordinates, boxes)) return [];
    return closestCenter({ ...args, droppableContainers: tiles });
  };
}

const GRID_MARGIN_PX = 60;

function isNearGrid({ x, y }: Coordinates, boxes: readonly ClientRect[]): boolean {
  const left = Math.min(...boxes.map((box) => box.left)) - GRID_MARGIN_PX;
  const right = Math.max(...boxes.map((box) => box.right)) + GRID_MARGIN_PX;
  const top = Math.min(...boxes.map((box) => box.top)) - GRID_MARGIN_PX;
  const bottom = Math.max(...boxes.map((box) => box.bottom)) + GRID_MARGIN_PX;
  return x >= left && x <= right && y >= top && y <= bottom;
}

type Coordinates = { x: number; y: number };
