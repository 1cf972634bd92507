import { type FormEvent, useState } from "react";
import { PASSWORD_MAX_CHARS } from "../../../contract/limits.ts";
import type { PageContent } from "../../../contract/pages.ts";
import notice from "../page/notice.module.css";
import { usePageTitle } from "../page/use-page-title.ts";
import styles from "./LockedRoomPage.module.css";
import { RoomLayout } from "./RoomLayout.tsx";

/** Asks for the password. Says nothing about the room. A plain form: the response is the room or this page again. */
export function LockedRoomPage({ content }: { content: Extract<PageContent, { page: "locked-room" }> }) {
  usePageTitle(content);
  const [isSent, setSent] = useState(false);
  // A second click would be a second guess.
  const submit = (event: FormEvent) => (isSent ? event.preventDefault() : setSent(true));
  return (
    <RoomLayout>
      <div className={notice.notice}>
        <h1 className={notice.heading}>Private gallery</h1>
        <form className={styles.form} method="post" action={`${content.url}/unlock`} onSubmit={submit}>
          <label htmlFor="password">Enter the password to open it</label>
          <input
            id="password"
            name="password"
            type="password"
            required
            maxLength={PASSWORD_MAX_CHARS}
            autoComplete="current-password"
            aria-describedby={content.refusal === null ? undefined : "refusal"}
            aria-invalid={content.refusal === null ? undefined : true}
          />
          {content.refusal !== null && (
            <p className={styles.refusal} id="refusal" role="alert">
              {content.refusal}
            </p>
          )}
          <button className={notice.button} type="submit">
            Open
          </button>
        </form>
      </div>
    </RoomLayout>
  );
}
