import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Navigate, Outlet, useLocation, useNavigate } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { adminToken } from "../../api/admin-token.ts";
import { isSignedOut, messageOf } from "../../api/api-error.ts";
import { useShortcuts } from "../../hooks/use-shortcuts.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { BurgerIcon } from "../../ui/icons.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { useRefreshOnPhotoUpdated } from "../actions/refresh-on-photo-updated.ts";
import { albumsQuery } from "../data/albums.api.ts";
import { endSession, isAdmin, loginPath, loginState, userQuery } from "../data/session.api.ts";
import styles from "./AdminLayout.module.css";
import { BackupNotice } from "./BackupNotice.tsx";
import { DiskNotice } from "./DiskNotice.tsx";
import { ShortcutsHelp } from "./ShortcutsHelp.tsx";
import { Sidebar } from "./Sidebar.tsx";
import { UnsavedTexts } from "./UnsavedTexts.tsx";
import { UploadStatus } from "./UploadStatus.tsx";

/** The guard of every admin screen, and the frame around it. */
export function AdminLayout() {
  const hasToken = adminToken.read() !== null;
  const user = useQuery({ ...userQuery, enabled: hasToken });

  if (!hasToken || isSignedOut(user.error)) return <ToLogin />;
  if (user.isPending) return <Loading />;
  if (user.data === undefined) return <LoadError error={user.error} onRetry={() => user.refetch()} />;
  if (!isAdmin(user.data)) return <ToLogin />;
  return <Frame />;
}

function ToLogin() {
  const location = useLocation();
  // The address bar has the selected photo, which the router does not know; but it may be at the login already.
  const from = window.location.pathname === location.pathname ? window.location : location;
  return <Navigate to={loginPath(from)} state={loginState(location.state)} replace />;
}

function Frame() {
  const { pathname } = useLocation();
  const albums = useQuery(albumsQuery);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  useRefreshOnPhotoUpdated();
  useShortcuts({ "?": () => setHelpOpen(true) });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes after navigation
  useEffect(() => setMenuOpen(false), [pathname]);

  return (
    <div className={styles.screen} data-screen>
      <DiskNotice />
      <BackupNotice />
      <div className={styles.frame}>
        <a className={styles.skip} href="#content">
          Skip to content
        </a>
        <header className={styles.topBar}>
          <IconButton
            label="Menu"
            icon={<BurgerIcon />}
            aria-expanded={isMenuOpen}
            onClick={() => setMenuOpen(!isMenuOpen)}
          />
          <span>Admin</span>
        </header>
        <Sidebar
          albums={albums.data ?? []}
          isLoading={albums.isPending}
          isOpen={isMenuOpen}
          onClose={() => setMenuOpen(false)}
          onShowShortcuts={() => setHelpOpen(true)}
        />
        <Content albums={albums} />
        {isHelpOpen && <ShortcutsHelp onClose={() => setHelpOpen(false)} />}
      </div>
      <StatusLines />
    </div>
  );
}

/** Under every screen. Messages keep clear of them. */
function StatusLines() {
  const lines = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = lines.current;
    const { style } = document.documentElement;
    if (!element) return;
    const observer = new ResizeObserver(() => style.setProperty("--status-height", `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty("--status-height");
    };
  }, []);
  return (
    <div ref={lines}>
      <UnsavedTexts />
      <UploadStatus />
    </div>
  );
}

function Content({ albums }: { albums: { isPending: boolean; data?: unknown; error: unknown; refetch: () => void } }) {
  if (albums.isPending) return <Loading />;
  if (albums.data === undefined) return <LoadError error={albums.error} onRetry={() => albums.refetch()} />;
  return <Outlet />;
}

function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const navigate = useNavigate();
  const goToLogin = () => {
    endSession();
    navigate(paths.admin.login);
  };
  return (
    <main className={styles.error} id="content" tabIndex={-1}>
      <h1>Error Loading Admin Dashboard</h1>
      <p role="alert">{messageOf(error, "The server gave no reason.")}</p>
      <div>
        <Button kind="primary" onClick={onRetry}>
          Retry
        </Button>
        <Button onClick={goToLogin}>Go to Login</Button>
      </div>
    </main>
  );
}
