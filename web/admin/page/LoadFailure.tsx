import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { Button } from "../../ui/Button.tsx";
import { AdminPage, EmptyState } from "./AdminPage.tsx";

type LoadFailureProps = { title: string; onRetry: () => unknown; children?: ReactNode };

/** In place of what could not be loaded. */
export function LoadFailure({ title, onRetry, children }: LoadFailureProps) {
  return (
    <div role="alert">
      <EmptyState title={title} action={<Button onClick={() => onRetry()}>Retry</Button>}>
        {children}
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
        Try again, or choose another album. <Link to={paths.admin.albums}>All Albums</Link>
      </LoadFailure>
    </AdminPage>
  );
}
