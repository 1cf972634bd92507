import { hashKey, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { ResponseOf } from "../../../contract/endpoint.ts";
import type { AlbumLayout } from "../../../contract/limits.ts";
import { getSequence, type Panel, previewVersion, type Sequence, saveSequence } from "../../../contract/sequences.ts";
import { call } from "../../api/call.ts";
import { queryKey } from "./query-key.ts";

/** A version of an album's line, the current one where it names none, and the list of versions. */
export const sequenceQuery = (slug: string, version?: number) =>
  queryOptions({
    queryKey: queryKey(getSequence, { params: { slug }, query: version === undefined ? {} : { version } }),
    queryFn: ({ signal }) =>
      call(getSequence, { params: { slug }, query: version === undefined ? {} : { version }, signal }),
  });

/** The public page of a version as it is saved, and the address where it is for an hour. */
export const versionPreviewQuery = (slug: string, { version_id: id, revision }: Sequence, layout: AlbumLayout) =>
  queryOptions({
    queryKey: ["version preview", slug, id, revision, layout],
    queryFn: async ({ signal }) => {
      const { url } = await call(previewVersion, { params: { slug, id }, signal });
      const html = await (await fetch(url, { signal })).text();
      return { url, html };
    },
    gcTime: 0,
  });

/** Everything about an album's versions: after one was added, renamed, published or deleted. */
export const refreshSequences = (client: QueryClient) => client.invalidateQueries({ queryKey: queryKey(getSequence) });

/** One version on the server, and what this window knows of it. */
export function sequenceOnServer(client: QueryClient, slug: string, version_id: number) {
  const query = sequenceQuery(slug, version_id);
  // Each change on the table asks for it several times, and making the hash takes longer than everything else.
  const hash = hashKey(query.queryKey);
  const remember = (sequence: Sequence) => {
    client.setQueryData(query.queryKey, (known) => known && { ...known, sequence });
    return sequence;
  };
  return {
    /** Undefined until it was loaded. */
    known: () => client.getQueryCache().get<ResponseOf<typeof getSequence>>(hash)?.state.data?.sequence,
    latest: async () => (await client.fetchQuery({ ...query, staleTime: 0 })).sequence,
    async save(panels: Panel[], revision: number) {
      // A response already on its way does not include the change.
      await client.cancelQueries({ queryKey: query.queryKey });
      const { sequence } = await call(saveSequence, { params: { slug }, body: { version_id, revision, panels } });
      return remember(sequence);
    },
  };
}

export type SequenceOnServer = ReturnType<typeof sequenceOnServer>;
