import {
  type ClientRect,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  KeyboardCode,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { rectSortingStrategy, SortableContext } from "@dnd-kit/sortable";
import { type ReactNode, useState } from "react";
import { announcementsFor, REORDER_INSTRUCTIONS } from "./announcements.ts";
import { keyboardCoordinates } from "./keyboard-coordinates.ts";
import { dropIndex } from "./order.ts";

/** A place beside the grid onto which entries can be dropped. */
export type DropTarget<Id> = { id: string; announcement: string; onDrop: (ids: Id[]) => void };

type SortableAreaProps<Id extends number> = {
  ids: readonly Id[];
  titleOf: (id: Id) => string;
  /** Those that move when this one is dragged: the whole selection, where it is part of one. */
  movingWith?: (id: Id) => Id[];
  /** `index` is where the first of them shall stand. */
  onMove: (ids: Id[], index: number) => void;
  dropTarget?: DropTarget<Id>;
  renderDragged: (id: Id, count: number) => ReactNode;
  children: ReactNode;
};

/** Reordering by mouse, touch and keyboard (Space, arrows, Space), told to screen readers as it happens. */
export function SortableArea<Id extends number>(props: SortableAreaProps<Id>) {
  const { ids, titleOf, movingWith = (id) => [id], onMove, dropTarget, renderDragged, children } = props;
  const [dragged, setDragged] = useState<Id | undefined>();
  const sensors = useSensors(
    // A click that slips a little stays a click.
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A short hold, so that a swipe still scrolls the page.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: keyboardCoordinates(ids),
      // Enter keeps its meaning on a tile: it selects.
      keyboardCodes: { start: [KeyboardCode.Space], cancel: [KeyboardCode.Esc], end: [KeyboardCode.Space] },
    }),
  );
  const idOf = (entry: { id: UniqueIdentifier } | null) => ids.find((id) => id === entry?.id);

  function finishDrag({ active, over }: DragEndEvent) {
    setDragged(undefined);
    const id = idOf(active);
    if (id === undefined || !over) return;
    const target = idOf(over);
    if (target === undefined) dropTarget?.onDrop(movingWith(id));
    else if (target !== id) onMove(movingWith(id), dropIndex(ids, movingWith(id), id, target));
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={dropTargetFirst(dropTarget?.id)}
      accessibility={{
        announcements: announcementsFor({ ids, titleOf, dropTargetAnnouncement: dropTarget?.announcement }),
        screenReaderInstructions: { draggable: REORDER_INSTRUCTIONS },
      }}
      onDragStart={({ active }: DragStartEvent) => setDragged(idOf(active))}
      onDragEnd={finishDrag}
      onDragCancel={() => setDragged(undefined)}
    >
      {/* dnd-kit's type wants a list it may change; it does not. */}
      <SortableContext items={[...ids]} strategy={rectSortingStrategy}>
        {children}
      </SortableContext>
      <DragOverlay dropAnimation={null}>
        {dragged !== undefined && renderDragged(dragged, movingWith(dragged).length)}
      </DragOverlay>
    </DndContext>
  );
}

/**
 * The drop target lies over the grid, so it must win where both are under the pointer, and never by mere closeness.
 * Away from the grid nothing is moved: who misses the target, or thinks better of it, changes nothing.
 */
function dropTargetFirst(targetId: string | undefined): CollisionDetection {
  return (args) => {
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
