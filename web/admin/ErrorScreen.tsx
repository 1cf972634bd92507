import { Component, type ReactNode } from "react";
import { isRouteErrorResponse, useRouteError } from "react-router";
import { paths } from "../../contract/paths.ts";
import { Button } from "../ui/Button.tsx";
import styles from "./ErrorScreen.module.css";

export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <ErrorScreen error={this.state.error} />;
  }
}

export function RouteErrorScreen() {
  return <ErrorScreen error={useRouteError()} />;
}

function ErrorScreen({ error }: { error: unknown }) {
  const { message, stack } = describeError(error);
  return (
    <main className={styles.screen}>
      <h1>Something went wrong</h1>
      <p>{message}</p>
      <div className={styles.actions}>
        <Button kind="primary" onClick={() => location.reload()}>
          Reload
        </Button>
        <Button onClick={() => location.assign(paths.admin.dashboard)}>Go to All content</Button>
      </div>
      {stack && <pre>{stack}</pre>}
    </main>
  );
}

function describeError(error: unknown): { message: string; stack?: string } {
  if (error instanceof Error) return error;
  if (isRouteErrorResponse(error)) return { message: `${error.status} ${error.statusText}` };
  return { message: String(error) };
}
