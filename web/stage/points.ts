export type Point = { x: number; y: number };

export function middleOf(points: Iterable<Point>): Point {
  const all = [...points];
  return {
    x: all.reduce((sum, { x }) => sum + x, 0) / all.length,
    y: all.reduce((sum, { y }) => sum + y, 0) / all.length,
  };
}

/** The distance between the first two points; 0 for a single one. */
export function spreadOf(points: Iterable<Point>): number {
  const [first, second] = [...points];
  return first && second ? Math.hypot(second.x - first.x, second.y - first.y) : 0;
}
