import type { PointerEvent } from "react";

/** For the handle of a block: drags it between two others, by mouse, pen or finger. */
export function useBlockDrag(index: number, onMove: (to: number) => void) {
  const blocksOf = (handle: Element) => [...handle.ownerDocument.querySelectorAll<HTMLElement>(".editor-block")];

  const clear = (handle: Element) => {
    for (const block of blocksOf(handle)) {
      delete block.dataset.dragged;
      delete block.dataset.target;
    }
  };
  /** Before which block it would be dropped. */
  const gapAt = (blocks: readonly HTMLElement[], y: number) => {
    const after = blocks.findIndex((block) => {
      const { top, height } = block.getBoundingClientRect();
      return y < top + height / 2;
    });
    return after === -1 ? blocks.length : after;
  };

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      const block = blocksOf(event.currentTarget)[index];
      if (block) block.dataset.dragged = "";
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const blocks = blocksOf(event.currentTarget);
      for (const block of blocks) delete block.dataset.target;
      const gap = gapAt(blocks, event.clientY);
      const last = blocks.at(-1);
      if (gap < blocks.length) (blocks[gap] as HTMLElement).dataset.target = "before";
      else if (last) last.dataset.target = "after";
      const view = event.currentTarget.ownerDocument.defaultView;
      // Near an edge of the window, the page comes along.
      if (view && event.clientY < 60) view.scrollBy(0, -12);
      if (view && event.clientY > view.innerHeight - 60) view.scrollBy(0, 12);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const gap = gapAt(blocksOf(event.currentTarget), event.clientY);
      clear(event.currentTarget);
      const to = gap > index ? gap - 1 : gap;
      if (to !== index) onMove(to);
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => clear(event.currentTarget),
  };
}
