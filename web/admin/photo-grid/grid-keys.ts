type Grid = { at: number; count: number; columns: number; rowsPerPage: number };

/** Where a key leads in a grid; undefined for keys that do not move. -1 for `at` means nowhere yet. */
export function indexAfter(key: string, { at, count, columns, rowsPerPage }: Grid): number | undefined {
  const page = columns * rowsPerPage;
  const target = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    // Down from the last full row goes to the last photo; up from the first row goes nowhere.
    ArrowDown: at + columns,
    ArrowUp: at - columns < 0 ? at : at - columns,
    Home: 0,
    End: count - 1,
    PageDown: at + page,
    PageUp: at - page,
  }[key];
  return target === undefined ? undefined : Math.max(0, Math.min(count - 1, target));
}
