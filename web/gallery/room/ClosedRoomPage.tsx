import { paths } from "../../../contract/paths.ts";
import notice from "../page/notice.module.css";
import { usePageTitle } from "../page/use-page-title.ts";
import { useSite } from "../router/use-router.ts";
import styles from "./LockedRoomPage.module.css";
import { RoomLayout } from "./RoomLayout.tsx";

/** Polite, and the same for every link that opens nothing: it says nothing about what may once have been there. */
export function ClosedRoomPage() {
  usePageTitle({ page: "closed-room" });
  const { name } = useSite();
  return (
    <RoomLayout>
      <div className={notice.notice}>
        <h1 className={styles.heading}>This gallery is no longer open, or the link is incomplete</h1>
        <p className={notice.text}>Please ask {name} for a new link.</p>
        <a className={notice.button} href={paths.contact}>
          Contact
        </a>
      </div>
    </RoomLayout>
  );
}
