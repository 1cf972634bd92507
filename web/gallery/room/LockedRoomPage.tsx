import { type FormEvent, useRef, useState } from "react";
import { PASSWORD_MAX_CHARS } from "../../../contract/limits.ts";
import type { PageContent } from "../../../contract/pages.ts";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import errorStyles from "../page/error.module.css";
import notice from "../page/notice.module.css";
import { usePageTitle } from "../page/use-page-title.ts";
import { useRefusedForm } from "../page/use-refused-form.ts";
import styles from "./LockedRoomPage.module.css";
import { RoomLayout } from "./RoomLayout.tsx";

/** Asks for the password. Says nothing about the room. A plain form: the response is the room or this page again. */
export function LockedRoomPage({ content }: { content: Extract<PageContent, { page: "locked-room" }> }) {
  const { url, refusal, cover, welcome } = content;
  usePageTitle(content);
  const [isSent, setSent] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useRefusedForm(form, refusal === null ? null : content);
  // A second click would be a second guess.
  const submit = (event: FormEvent) => (isSent ? event.preventDefault() : setSent(true));
  return (
    <RoomLayout>
      <div className={notice.notice}>
        {cover !== null && <img className={styles.cover} src={cover} alt="" />}
        <h1 className={styles.heading}>Private gallery</h1>
        {welcome !== "" && <p className={styles.welcome}>{welcome}</p>}
        <form className={styles.form} method="post" action={`${url}/unlock`} onSubmit={submit} noValidate ref={form}>
          <label htmlFor="password">Enter the password to open it</label>
          <div className={styles.password}>
            <PasswordInput
              className={errorStyles.field}
              id="password"
              name="password"
              required
              maxLength={PASSWORD_MAX_CHARS}
              autoComplete="current-password"
              aria-describedby={refusal === null ? undefined : "refusal"}
              aria-invalid={refusal === null ? undefined : true}
            />
          </div>
          {refusal !== null && (
            <p className={errorStyles.error} id="refusal" role="alert">
              {refusal}
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
