import type { ReactNode } from "react";
import { messageOf } from "../../api/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../page/AdminPage.tsx";

type PhotosFailureProps = { error: unknown; onRetry: () => void /** Another way out. */; children?: ReactNode };

export function PhotosFailure({ error, onRetry, children }: PhotosFailureProps) {
  return (
    <EmptyState
      title="The photos could not be loaded"
      action={
        <>
          <Button kind="primary" onClick={onRetry}>
            Retry
          </Button>
          {children}
        </>
      }
    >
      {messageOf(error, "The server gave no reason.")}
    </EmptyState>
  );
}
