export type Point = { x: number; y: number };

export function middleOf(points: Iterable<Point>): Point {
  const all = [...points];
  return {
    x: all.reduce((sum, { x }) => sum + x, 0) / all.length,
    y: all.reduce((sum, { y }) => sum + y, 0) / all.length,
  };
}

/** How far the first two are apart; 0 for a single one. */
export function spreadOf(points: Iterable<Point>): number {
  const [first, second] = [...points];
  return first && second ? Math.hypot(second.x - first.x, second.y - first.y) : 0;
}
