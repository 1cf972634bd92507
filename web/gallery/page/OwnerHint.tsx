import type { ReactNode } from "react";
import styles from "./OwnerHint.module.css";
import { useIsOwner } from "./use-is-owner.ts";

type OwnerHintProps = { children: ReactNode; action?: ReactNode };

/** What the owner of an empty page can do next. Visitors never see it. */
export function OwnerHint({ children, action }: OwnerHintProps) {
  const isOwner = useIsOwner();
  if (!isOwner) return null;
  return (
    <aside className={styles.hint} aria-label="For you as the owner">
      <p>{children}</p>
      {action && <p className={styles.action}>{action}</p>}
      <p className={styles.note}>Only you see this, because you are signed in.</p>
    </aside>
  );
}
