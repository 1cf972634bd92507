import { useMutation } from "@tanstack/react-query";
import { routeOf } from "../../../contract/endpoint.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { RoomVoice } from "../../../contract/room-marks.ts";
import * as rooms from "../../../contract/rooms.ts";
import { messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { type Turn, useToast } from "../../ui/Toast.tsx";
import { type RoomChange, useRefresh } from "../data/rooms.api.ts";
import { saveFrom } from "./save-file.ts";

type Room = rooms.Room;

type RoomEdit = {
  room: Room;
  change: RoomChange;
  message?: string;
  /** What takes it back to how it was. */
  undo?: RoomChange;
  turn?: Turn;
  /** The form shows why it failed. */
  isInForm?: boolean;
};

export function useUpdateRoom() {
  const refresh = useRefresh();
  const toast = useToast();
  const update = useMutation({
    mutationFn: ({ room, change }: RoomEdit) => call(rooms.updateRoom, { params: { id: room.id }, body: change }),
    onSuccess: (_, { room, change, message, undo, turn }) => {
      if (!message) return;
      const back = undo && { room, change: undo, message, undo: change };
      toast({ message, turn, reverse: back && ((turn) => update.mutateAsync({ ...back, turn })) });
    },
    onError: (error, { room, isInForm }) => {
      if (isInForm) return;
      toast({ tone: "error", message: messageOf(error, `${room.title} was not changed`), about: room.title });
    },
    onSettled: refresh,
  });
  return update;
}

export function useReopenSelection() {
  const refresh = useRefresh();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ room, voice }: { room: Room; voice?: RoomVoice }) =>
      call(rooms.reopenSelection, { params: { id: room.id }, body: voice ? { voice_id: voice.id } : {} }),
    onSuccess: (_, { room, voice }) =>
      toast({ message: `The selection of ${voice?.name || room.title} can be changed again` }),
    onError: (error) => toast({ tone: "error", message: messageOf(error, "The selection was not reopened") }),
    onSettled: refresh,
  });
}

/** Shows no message on failure: the form does. */
export function useStartRound() {
  const refresh = useRefresh();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ room, ...body }: { room: Room; photo_ids: PhotoId[]; message: string }) =>
      call(rooms.startRound, { params: { id: room.id }, body }),
    onSuccess: ({ room }) => toast({ message: `Round ${room.round} of ${room.title} has begun` }),
    onSettled: refresh,
  });
}

/** Shows no message on failure: the form does. */
export function useInviteVoice() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ room, ...body }: { room: Room; name: string; email: string }) =>
      call(rooms.inviteVoice, { params: { id: room.id }, body }),
    onSettled: refresh,
  });
}

export function useDeleteVoice() {
  const refresh = useRefresh();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ room, voice }: { room: Room; voice: RoomVoice }) =>
      call(rooms.deleteVoice, { params: { id: room.id, voiceId: voice.id } }),
    onError: (error, { voice }) => toast({ tone: "error", message: messageOf(error, `${voice.name} was not removed`) }),
    onSettled: refresh,
  });
}

export function useDeleteRoom() {
  const refresh = useRefresh();
  const toast = useToast();
  return useMutation({
    mutationFn: (room: Room) => call(rooms.deleteRoom, { params: { id: room.id } }),
    onSuccess: (_, { title }) => toast({ message: `${title} deleted` }),
    onError: (error, { title }) => toast({ tone: "error", message: messageOf(error, `${title} was not deleted`) }),
    onSettled: refresh,
  });
}

const EXPORTS = {
  csv: { endpoint: rooms.getSelectionTable, extension: "csv" },
  xmp: { endpoint: rooms.getSelectionSidecars, extension: "zip" },
};

export function useExportSelection() {
  const toast = useToast();
  return useMutation({
    mutationFn: ({ room, kind }: { room: Room; kind: keyof typeof EXPORTS }) => {
      const { endpoint, extension } = EXPORTS[kind];
      return saveFrom(routeOf(endpoint).replace(":id", String(room.id)), `${room.title}.${extension}`);
    },
    onError: (error) => toast({ tone: "error", message: messageOf(error, "The selection was not exported") }),
  });
}
