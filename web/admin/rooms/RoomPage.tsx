import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import type { ResponseOf } from "../../../contract/endpoint.ts";
import { paths } from "../../../contract/paths.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { type getRoom, RoomId } from "../../../contract/rooms.ts";
import { messageOf } from "../../api/api-error.ts";
import { Loading } from "../../ui/Loading.tsx";
import { useUpdateRoom } from "../actions/rooms.ts";
import { countPhotos } from "../data/photo-edits.ts";
import { roomQuery } from "../data/rooms.api.ts";
import { AdminPage, EmptyState } from "../page/AdminPage.tsx";
import { LoadFailure } from "../page/LoadFailure.tsx";
import { PhotoGrid } from "../photo-grid/PhotoGrid.tsx";
import { useSelection } from "../photo-grid/selection.ts";
import { TileNotesContext } from "../photo-grid/tile-notes.ts";
import { PhotoScreen } from "../photo-screen/PhotoScreen.tsx";
import { Deliveries } from "./Deliveries.tsx";
import { PhotoInRoom } from "./PhotoInRoom.tsx";
import { RoomFilters } from "./RoomFilters.tsx";
import { RoomMatrix } from "./RoomMatrix.tsx";
import { RoomMenu } from "./RoomMenu.tsx";
import { marksOf, type RoomFilter, type RoomOrder, shownIds } from "./room-filters.ts";
import { SelectionActions } from "./SelectionActions.tsx";
import { SelectionNote } from "./SelectionNote.tsx";
import { tileNotesOf } from "./tile-notes-of.tsx";
import { VoiceList } from "./VoiceList.tsx";
import { WrongPasswords } from "./WrongPasswords.tsx";

type RoomResponse = ResponseOf<typeof getRoom>;

export function RoomPage() {
  const { data: id } = RoomId.safeParse(useParams().id);
  const [round, setRound] = useState<number>();
  const { data, error, refetch } = useQuery({
    ...roomQuery(id ?? (0 as RoomId), round),
    enabled: id !== undefined,
    placeholderData: keepPreviousData,
  });
  if (data) return <LoadedRoom key={data.room.id} {...data} round={round ?? data.room.round} onRound={setRound} />;
  return (
    <AdminPage title="Viewing room">
      {id !== undefined && !error ? (
        <Loading />
      ) : (
        <LoadFailure title={messageOf(error, "Room not found")} onRetry={refetch}>
          <Link to={paths.admin.rooms}>All viewing rooms</Link>
        </LoadFailure>
      )}
    </AdminPage>
  );
}

type LoadedRoomProps = RoomResponse & { round: number; onRound: (round: number) => void };

/** What the clients chose, as a set of photos to work with, or everything in the room. */
function LoadedRoom({ room, photos, selection: chosen, voices, downloads, round, onRound }: LoadedRoomProps) {
  const navigate = useNavigate();
  const picked = chosen.picks.map(({ photo_id }) => photo_id);
  const [filter, setFilter] = useState<RoomFilter>(chosen.state === "sent" && picked.length > 0 ? "anyone" : "all");
  const [order, setOrder] = useState<RoomOrder>("room");
  const [isMatrix, setMatrix] = useState(room.voices === "named" || room.round > 1 || room.has_labels);
  const marks = useMemo(() => marksOf(photos, voices), [photos, voices]);
  const notes = useMemo(() => tileNotesOf(marks, voices), [marks, voices]);
  const noteOf = useCallback((id: PhotoId) => notes.get(id), [notes]);
  const ids = shownIds(marks, voices, { filter, order });
  const selection = useSelection(ids);
  const isCurrent = round === room.round;
  const hasFilters =
    room.selection && (voices.length > 1 || room.voices === "named" || room.has_labels || room.round > 1);
  const isMatrixShown = isMatrix && hasFilters;
  useSeen(room);

  return (
    <PhotoScreen
      title={room.title}
      subtitle={`Viewing room • ${countPhotos(photos.length)}${leftToDo(room, voices, photos.length)}`}
      actions={
        <>
          <SelectionActions room={room} ids={hasFilters ? ids : picked} canStartRound={isCurrent} />
          <RoomMenu room={room} onDeleted={() => navigate(paths.admin.rooms)} />
        </>
      }
      selection={selection}
      hasGrid={ids.length > 0 && !isMatrixShown}
      aboutPhoto={(id) => {
        const note = noteOf(id);
        return note && <PhotoInRoom number={note.number} picks={marks.get(id) ?? []} voices={voices} />;
      }}
    >
      <WrongPasswords room={room} />
      <Deliveries downloads={downloads} />
      {!hasFilters && (
        <SelectionNote
          room={room}
          selection={chosen}
          numberOf={(id) => noteOf(id)?.number}
          isChosenOnly={filter === "anyone"}
          onChosenOnly={(isChosenOnly) => setFilter(isChosenOnly ? "anyone" : "all")}
          total={photos.length}
        />
      )}
      {hasFilters && room.voices === "named" && <VoiceList room={room} voices={voices} isCurrent={isCurrent} />}
      {hasFilters && (
        <RoomFilters
          room={room}
          round={round}
          onRound={onRound}
          filter={filter}
          onFilter={setFilter}
          order={order}
          onOrder={setOrder}
          isMatrix={isMatrix}
          onMatrix={setMatrix}
        />
      )}
      {ids.length > 0 && isMatrixShown && <RoomMatrix ids={ids} photos={photos} voices={voices} marks={marks} />}
      {ids.length > 0 && !isMatrixShown && (
        <TileNotesContext value={noteOf}>
          <PhotoGrid
            label={filter === "anyone" ? "Chosen photos" : "Photos of the room"}
            ids={ids}
            selection={selection}
          />
        </TileNotesContext>
      )}
      {ids.length === 0 && (
        <EmptyState title={filter === "all" ? "This room has no photos" : "Nothing is chosen"}>
          {filter === "all" ? "Its photos were deleted or are in the trash." : "No photo is marked in this way."}
        </EmptyState>
      )}
    </PhotoScreen>
  );
}

/** In a round after the first. */
function leftToDo({ round }: RoomResponse["room"], voices: RoomResponse["voices"], total: number): string {
  if (round === 1) return "";
  const verdicts = voices.flatMap(({ picks }) => picks);
  const changes = new Set(verdicts.filter(({ verdict }) => verdict === "changes").map(({ photo_id }) => photo_id));
  const answered = new Set(verdicts.filter(({ verdict }) => verdict !== null).map(({ photo_id }) => photo_id));
  return ` • round ${round}: ${changes.size} to change, ${total - answered.size} not answered`;
}

/** The owner looks at it, so it is no news any more. */
function useSeen(room: RoomResponse["room"]) {
  const { mutate } = useUpdateRoom();
  useEffect(() => {
    if (room.has_news) mutate({ room, change: { seen: true } });
  }, [room, mutate]);
}
