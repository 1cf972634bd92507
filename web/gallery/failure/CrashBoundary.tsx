import { Component, type ReactNode } from "react";
import { CrashScreen } from "./CrashScreen.tsx";

type CrashBoundaryProps = { page: object; children: ReactNode };
type CrashBoundaryState = { page: object | null; crash: { error: unknown } | null };

/** For our own bugs. A class, because React has no other way to catch them. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashBoundaryState> {
  override state: CrashBoundaryState = { page: null, crash: null };

  /** Another page, reached by Back, may well work. */
  static getDerivedStateFromProps({ page }: CrashBoundaryProps, state: CrashBoundaryState) {
    return page === state.page ? null : { page, crash: null };
  }

  static getDerivedStateFromError(error: unknown) {
    return { crash: { error } };
  }

  override render() {
    return this.state.crash ? <CrashScreen error={this.state.crash.error} /> : this.props.children;
  }
}
