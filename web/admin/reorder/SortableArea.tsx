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
import { announce, REORDER_INSTRUCTIONS } from "./announcements.ts";
import { CarryContext, useKeyboardCarry } from "./keyboard-carry.ts";
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
  /** `ids` as they are to be shown: while the keyboard carries one of them, it is where it would land. */
  children: (ids: readonly Id[]) => ReactNode;
};

/** Reordering by mouse, touch and keyboard (Space, arrows, Space), told to screen readers as it happens. */
export function SortableArea<Id extends number>(props: SortableAreaProps<Id>) {
  const { ids, titleOf, movingWith = (id) => [id], onMove, dropTarget, renderDragged, children } = props;
  const [dragged, setDragged] = useState<Id | undefined>();
  const [announcement, say] = useState("");
  const { shownIds, carry } = useKeyboardCarry({ ids, titleOf, movingWith, onMove, say });
  const sensors = useSensors(
    // A click that slips a little stays a click.
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A short hold, so that a swipe still scrolls the page.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );
  const idOf = (entry: { id: UniqueIdentifier } | null) => ids.find((id) => id === entry?.id);

  const placeOf = (id: Id, index = ids.indexOf(id)) => ({ title: titleOf(id), index, count: ids.length });

  function startDrag({ active }: DragStartEvent) {
    const id = idOf(active);
    setDragged(id);
    if (id !== undefined) say(announce.pickedUp(placeOf(id)));
  }

  function tellPlace({ active, over }: DragOverEvent) {
    const id = idOf(active);
    if (id === undefined) return;
    const target = idOf(over);
    if (target !== undefined) say(announce.moved(placeOf(id, ids.indexOf(target))));
    else say(over && dropTarget ? dropTarget.announcement : announce.offGrid(placeOf(id)));
  }

  function finishDrag({ active, over }: DragEndEvent) {
    setDragged(undefined);
    const id = idOf(active);
    if (id === undefined) return;
    const target = idOf(over);
    // Dropped on the target, a question follows, and that is read out itself.
    if (over && target === undefined) dropTarget?.onDrop(movingWith(id));
    else say(announce.dropped(placeOf(id, ids.indexOf(target ?? id))));
    if (target !== undefined && target !== id) onMove(movingWith(id), dropIndex(ids, movingWith(id), id, target));
  }

  function cancelDrag({ active }: DragCancelEvent) {
    setDragged(undefined);
    const id = idOf(active);
    if (id !== undefined) say(announce.putBack(placeOf(id)));
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={dropTargetFirst(dropTarget?.id)}
      accessibility={{ announcements: SILENT, screenReaderInstructions: { draggable: REORDER_INSTRUCTIONS } }}
      onDragStart={startDrag}
      onDragOver={tellPlace}
      onDragEnd={finishDrag}
      onDragCancel={cancelDrag}
    >
      <CarryContext value={carry}>
        {/* dnd-kit's type wants a list it may change; it does not. */}
        <SortableContext items={[...shownIds]} strategy={rectSortingStrategy}>
          {children(shownIds)}
        </SortableContext>
      </CarryContext>
      <p role="status" aria-label="Moving" className="visually-hidden">
        {announcement}
      </p>
      <DragOverlay dropAnimation={null}>
        {dragged !== undefined && renderDragged(dragged, movingWith(dragged).length)}
      </DragOverlay>
    </DndContext>
  );
}

/** What moves is told in one place, for all ways of moving it. */
const nothing = () => undefined;
const SILENT = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing };

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
