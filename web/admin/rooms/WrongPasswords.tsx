import { Link } from "react-router";
import { paths } from "../../../contract/paths.ts";
import type { Room } from "../../../contract/rooms.ts";
import { formatDateTime } from "../../ui/format-date.ts";
import { countWrongPasswords } from "./count-wrong-passwords.ts";
import styles from "./Rooms.module.css";

/** A few are guests who mistype, many are someone who guesses. */
export function WrongPasswords({ room }: { room: Room }) {
  if (room.last_wrong_password_on === null) return null;
  return (
    <p className={styles.note}>
      <span>
        {countWrongPasswords(room)}, the last on {formatDateTime(room.last_wrong_password_on)}.{" "}
        <Link to={{ pathname: paths.admin.activity, search: "?kind=rooms" }}>See when and from where</Link>
      </span>
    </p>
  );
}
