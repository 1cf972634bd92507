import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../../contract/paths.ts";
import type { Room } from "../../../contract/rooms.ts";
import { formatDate } from "../../ui/format-date.ts";
import { RoomIcon } from "../../ui/icons.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { countPhotos } from "../data/photo-edits.ts";
import { roomsQuery } from "../data/rooms.api.ts";
import { AdminPage, EmptyState } from "../page/AdminPage.tsx";
import { LoadFailure } from "../page/LoadFailure.tsx";
import { countWrongPasswords } from "./count-wrong-passwords.ts";
import { RoomMenu } from "./RoomMenu.tsx";
import styles from "./Rooms.module.css";

export function RoomsPage() {
  const { data: rooms, error, refetch } = useQuery(roomsQuery);
  return (
    <AdminPage title="Viewing rooms" subtitle="Private links for clients">
      {rooms && rooms.length > 0 && <RoomList rooms={rooms} />}
      {rooms?.length === 0 && <NoRooms />}
      {!rooms && !error && <Loading />}
      {!rooms && error && <LoadFailure title="The rooms could not be loaded" error={error} onRetry={refetch} />}
    </AdminPage>
  );
}

function NoRooms() {
  return (
    <EmptyState
      title="No viewing rooms yet"
      icon={<RoomIcon />}
      action={<Link to={paths.admin.albums}>Go to All Albums</Link>}
    >
      A room shows chosen photos to anyone with its link, lets a client choose and comment, and delivers files. Make one
      from an album, from selected photos or from the quick collection.
    </EmptyState>
  );
}

function RoomList({ rooms }: { rooms: Room[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Room</th>
          <th scope="col">State</th>
          <th scope="col">Visits</th>
          <th scope="col">Chosen</th>
          <th scope="col">
            <span className={styles.spoken}>Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rooms.map((room) => (
          <tr key={room.id}>
            <th scope="row">
              <Link to={paths.admin.room(room.id)}>{room.title}</Link>
              <small>{countPhotos(room.photo_count)}</small>
            </th>
            <td data-label="State">
              <RoomState room={room} />
            </td>
            <td data-label="Visits">
              {room.opened_count.toLocaleString("en")}
              <small>{room.last_opened_on === null ? "Never opened" : `Last ${formatDate(room.last_opened_on)}`}</small>
            </td>
            <td data-label="Chosen">
              <Chosen room={room} />
            </td>
            <td>
              <RoomMenu room={room} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const STATES: Record<Room["status"], string> = { open: "Open", expired: "Expired", closed: "Closed" };

function RoomState({ room }: { room: Room }) {
  const notes = [
    room.has_password ? "Password" : "",
    room.status === "open" && room.expires_on !== null
      ? `${room.has_password ? "until" : "Until"} ${formatDate(room.expires_on)}`
      : "",
  ].filter(Boolean);
  return (
    <>
      <span className={styles.state} data-state={room.status}>
        {STATES[room.status]}
      </span>
      {notes.length > 0 && <small>{notes.join(", ")}</small>}
      {room.wrong_passwords > 0 && <small>{countWrongPasswords(room)}</small>}
    </>
  );
}

const describeNews = ({ news_count }: Room) => (news_count === 1 ? "New selection" : `${news_count} new selections`);

function Chosen({ room }: { room: Room }) {
  if (room.selection_state === "none") return "–";
  const count = room.picks_count.toLocaleString("en");
  return (
    <>
      {room.round > 1 && `Round ${room.round}`}
      {room.round === 1 &&
        (room.selection_limit === null ? count : `${count} of ${room.selection_limit.toLocaleString("en")}`)}
      {room.selection_state === "sent" && (
        <small className={room.has_news ? styles.news : undefined}>{room.has_news ? describeNews(room) : "Sent"}</small>
      )}
      {room.selection_state !== "sent" && room.has_news && <small className={styles.news}>{describeNews(room)}</small>}
    </>
  );
}
