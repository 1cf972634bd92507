import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import type { ResponseOf } from "../../../contract/endpoint.ts";
import { paths } from "../../../contract/paths.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { type getRoom, RoomId } from "../../../contract/rooms.ts";
import { messageOf } from "../../api/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { useUpdateRoom } from "../actions/rooms.ts";
import { countPhotos } from "../data/photo-edits.ts";
import { roomQuery } from "../data/rooms.api.ts";
import { AdminPage, EmptyState } from "../page/AdminPage.tsx";
import { PhotoGrid } from "../photo-grid/PhotoGrid.tsx";
import { useSelection } from "../photo-grid/selection.ts";
import { PhotoScreen } from "../photo-screen/PhotoScreen.tsx";
import { RoomMenu } from "./RoomMenu.tsx";
import { SelectionActions } from "./SelectionActions.tsx";
import { SelectionNote } from "./SelectionNote.tsx";
import { WrongPasswords } from "./WrongPasswords.tsx";

type RoomResponse = ResponseOf<typeof getRoom>;

export function RoomPage() {
  const { data: id } = RoomId.safeParse(useParams().id);
  const { data, error, refetch } = useQuery({ ...roomQuery(id ?? (0 as RoomId)), enabled: id !== undefined });
  if (data) return <LoadedRoom key={data.room.id} {...data} />;
  return (
    <AdminPage title="Viewing room">
      {id !== undefined && !error ? (
        <Loading />
      ) : (
        <div role="alert">
          <EmptyState
            title={messageOf(error, "Room not found")}
            action={<Button onClick={() => refetch()}>Retry</Button>}
          >
            <Link to={paths.admin.rooms}>All viewing rooms</Link>
          </EmptyState>
        </div>
      )}
    </AdminPage>
  );
}

/** What the client chose, as a set of photos to work with, or everything in the room. */
function LoadedRoom({ room, photos, selection: chosen }: RoomResponse) {
  const navigate = useNavigate();
  const picked = chosen.picks.map(({ photo_id }) => photo_id);
  const [isChosenOnly, setChosenOnly] = useState(chosen.state === "sent" && picked.length > 0);
  const ids: PhotoId[] = isChosenOnly ? picked : photos.map(({ id }) => id);
  const selection = useSelection(ids);
  useSeen(room);

  return (
    <PhotoScreen
      title={room.title}
      subtitle={`Viewing room • ${countPhotos(photos.length)}`}
      actions={
        <>
          <SelectionActions room={room} ids={picked} />
          <RoomMenu room={room} onDeleted={() => navigate(paths.admin.rooms)} />
        </>
      }
      toolbar={
        <>
          <WrongPasswords room={room} />
          <SelectionNote
            room={room}
            selection={chosen}
            isChosenOnly={isChosenOnly}
            onChosenOnly={setChosenOnly}
            total={photos.length}
          />
        </>
      }
      selection={selection}
    >
      {ids.length > 0 ? (
        <PhotoGrid label={isChosenOnly ? "Chosen photos" : "Photos of the room"} ids={ids} selection={selection} />
      ) : (
        <EmptyState title={isChosenOnly ? "Nothing is chosen" : "This room has no photos"}>
          {isChosenOnly ? "The client has taken every choice back." : "Its photos were deleted or are in the trash."}
        </EmptyState>
      )}
    </PhotoScreen>
  );
}

/** The owner looks at it, so it is no news any more. */
function useSeen(room: RoomResponse["room"]) {
  const { mutate } = useUpdateRoom();
  useEffect(() => {
    if (room.has_news) mutate({ room, change: { seen: true } });
  }, [room, mutate]);
}
