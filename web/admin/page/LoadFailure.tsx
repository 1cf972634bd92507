import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { messageOf } from "../../api/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { WarningIcon } from "../../ui/icons.tsx";
import { AdminPage, EmptyState } from "./AdminPage.tsx";

type LoadFailureProps = {
  title: string;
  error?: unknown;
  onRetry: () => unknown;
  /** Another way out. */
  children?: ReactNode;
};

/** In place of what could not be loaded: why, and another attempt. */
export function LoadFailure({ title, error, onRetry, children }: LoadFailureProps) {
  const reason = error === undefined ? "" : messageOf(error, "The server gave no reason.");
  return (
    <div role="alert">
      <EmptyState
        title={title}
        icon={<WarningIcon />}
        action={
          <>
            <Button kind="primary" onClick={() => onRetry()}>
              Retry
            </Button>
            {children}
          </>
        }
      >
        {reason}
      </EmptyState>
    </div>
  );
}

type AlbumFailureProps = { screen: string; message: string; onRetry: () => unknown };

/** A screen of an album that could not be loaded. */
export function AlbumFailure({ screen, message, onRetry }: AlbumFailureProps) {
  return (
    <AdminPage title={screen}>
      <LoadFailure title={message} onRetry={onRetry}>
        <Link to={paths.admin.albums}>All Albums</Link>
      </LoadFailure>
    </AdminPage>
  );
}
