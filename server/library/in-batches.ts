/** Below the number of parameters that either database accepts in one statement. */
const IDS_PER_STATEMENT = 1_000;

/** Runs the work on batches of the list that each fit into one statement, and concatenates the results. */
export async function inBatches<Id, Row>(ids: readonly Id[], work: (batch: Id[]) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < ids.length; start += IDS_PER_STATEMENT) {
    rows.push(...(await work(ids.slice(start, start + IDS_PER_STATEMENT))));
  }
  return rows;
}
