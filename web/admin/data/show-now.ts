import type { DataTag, QueryClient, QueryKey } from "@tanstack/react-query";

export type CachedQuery<Data> = { queryKey: DataTag<QueryKey, Data, Error> };

/** Shows a change before the server responds. Returns what was shown before, for a rollback or Undo. */
export async function showNow<Data>(
  client: QueryClient,
  { queryKey }: CachedQuery<Data>,
  change: (shown: Data) => Data,
): Promise<Data | undefined> {
  // A response already on its way does not include the change.
  await client.cancelQueries({ queryKey });
  const before = client.getQueryData<Data>(queryKey);
  if (before !== undefined) client.setQueryData<unknown>(queryKey, change(before));
  return before;
}
