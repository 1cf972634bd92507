import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CallInput } from "../../../contract/endpoint.ts";
import { getSummary } from "../../../contract/photos.ts";
import * as rooms from "../../../contract/rooms.ts";
import { call } from "../../api/call.ts";
import { endpointQuery } from "./endpoint-query.ts";
import { queryKey } from "./query-key.ts";

export type NewRoom = NonNullable<CallInput<typeof rooms.createRoom>["body"]>;
export type RoomChange = NonNullable<CallInput<typeof rooms.updateRoom>["body"]>;

/** A client may choose or send while the owner looks. */
const REFRESH_MS = 10_000;

export const roomsQuery = { ...endpointQuery(rooms.listRooms, ({ rooms }) => rooms), refetchInterval: REFRESH_MS };

/** Without a round, the current one. */
export const roomQuery = (id: rooms.RoomId, round?: number) =>
  queryOptions({
    queryKey: queryKey(rooms.getRoom, { params: { id }, query: { round } }),
    queryFn: ({ signal }) => call(rooms.getRoom, { params: { id }, query: { round }, signal }),
    refetchInterval: REFRESH_MS,
  });

/** Shows no message on failure: the form does. */
export function useCreateRoom() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (room: NewRoom) => call(rooms.createRoom, { body: room }),
    onSettled: refresh,
  });
}

export function useRefresh() {
  const client = useQueryClient();
  return () => {
    for (const endpoint of [rooms.listRooms, rooms.getRoom, getSummary]) {
      void client.invalidateQueries({ queryKey: queryKey(endpoint) });
    }
  };
}
