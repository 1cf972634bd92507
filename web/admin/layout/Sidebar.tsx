import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useNavigate } from "react-router";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { paths } from "../../../contract/paths.ts";
import { useMedia } from "../../hooks/use-media.ts";
import { Backdrop } from "../../ui/Backdrop.tsx";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { useOverlay } from "../../ui/focus.ts";
import {
  AlbumIcon,
  CollectionIcon,
  DraftIcon,
  ExternalIcon,
  GridIcon,
  HeartIcon,
  KeyboardIcon,
  LogoutIcon,
  MessageIcon,
  PhotoIcon,
  RoomIcon,
  SectionsIcon,
  SettingsIcon,
  SiteIcon,
  StarIcon,
  TrashIcon,
  UserIcon,
  UsersIcon,
} from "../../ui/icons.tsx";
import { categoriesQuery } from "../data/categories.api.ts";
import { drafts, draftsSettled, useAccountId } from "../data/drafts.ts";
import { useRecordSiteViewed } from "../data/first-steps.api.ts";
import { endSession, summaryQuery } from "../data/session.api.ts";
import { countUnsaved, kindOf } from "../drafts/count-unsaved.ts";
import styles from "./Sidebar.module.css";
import { SidebarAlbums } from "./SidebarAlbums.tsx";
import { SidebarLink } from "./SidebarLink.tsx";

type SidebarProps = {
  albums: AdminAlbum[];
  isLoading: boolean;
  isOpen: boolean;
  onClose: () => void;
  onShowShortcuts: () => void;
};

/** A client may send a selection at any time, and the owner may not touch the page for hours. */
const NEWS_MS = 60_000;

/** Links to every screen; a drawer on small displays. */
export function Sidebar({ albums, isLoading, isOpen, onClose, onShowShortcuts }: SidebarProps) {
  const { data: counts } = useQuery({ ...summaryQuery, refetchInterval: NEWS_MS });
  const { data: categories = [], isPending } = useQuery(categoriesQuery);
  // One without the other would appear, and then move what is below it from under the pointer.
  const areAlbumsShown = !isLoading && !isPending;
  const recordSiteViewed = useRecordSiteViewed();
  const logOut = useLogOut();
  const nav = useRef<HTMLElement>(null);

  const isDrawer = useMedia("(max-width: 768px)");
  useOverlay(nav, { isOpen: isOpen && isDrawer, isModal: true, onClose });

  return (
    <>
      {isOpen && isDrawer && <Backdrop label="Close menu" onClose={onClose} />}
      <nav ref={nav} aria-label="Admin" className={`${styles.sidebar} ${isOpen ? styles.open : ""}`}>
        <p className={styles.brand}>Admin</p>
        <ul>
          <SidebarLink to={paths.admin.dashboard} icon={<GridIcon />} count={counts?.photos}>
            All content
          </SidebarLink>
          <SidebarLink to={paths.admin.favorites} icon={<HeartIcon />} count={counts?.favorites}>
            Favorites
          </SidebarLink>
          <SidebarLink to={paths.admin.featuredContent} icon={<StarIcon />} count={counts?.featured}>
            Featured content
          </SidebarLink>
          <SidebarLink to={paths.admin.featuredAlbums} icon={<AlbumIcon />} count={counts?.featured_albums}>
            Featured albums
          </SidebarLink>
          <SidebarLink to={paths.admin.quickCollection} icon={<CollectionIcon />} count={counts?.quick_collection}>
            Quick collection
          </SidebarLink>
          <SidebarLink
            to={paths.admin.rooms}
            icon={<RoomIcon />}
            count={counts?.new_selections}
            countName="new selections"
          >
            Viewing rooms
          </SidebarLink>
          <SidebarLink to={paths.admin.trash} icon={<TrashIcon />} count={counts?.trash}>
            Trash
          </SidebarLink>
        </ul>
        <ul>
          <SidebarLink to={paths.admin.albums} icon={<AlbumIcon />} count={albums.length}>
            All Albums
          </SidebarLink>
        </ul>
        {areAlbumsShown && <SidebarAlbums albums={albums} categories={categories} />}
        <ul className={styles.rest} hidden={!areAlbumsShown}>
          <SidebarLink to={paths.admin.photos} icon={<PhotoIcon />}>
            All Photos
          </SidebarLink>
          <SidebarLink to={paths.admin.users} icon={<UsersIcon />}>
            User Management
          </SidebarLink>
          <SidebarLink to={paths.admin.account} icon={<UserIcon />}>
            Account
          </SidebarLink>
          <SidebarLink to={paths.admin.messages} icon={<MessageIcon />} count={counts?.unread_messages}>
            Messages
          </SidebarLink>
          <SidebarLink to={paths.admin.site} icon={<SiteIcon />}>
            Site
          </SidebarLink>
          <SidebarLink to={paths.admin.pages} icon={<DraftIcon />}>
            Pages
          </SidebarLink>
          <SidebarLink to={paths.admin.categories} icon={<SectionsIcon />}>
            Categories
          </SidebarLink>
          <SidebarLink to={paths.admin.settings} icon={<SettingsIcon />}>
            Settings
          </SidebarLink>
        </ul>
        <ul className={styles.foot}>
          <li>
            <button
              type="button"
              className={styles.link}
              aria-label="Keyboard shortcuts"
              aria-keyshortcuts="?"
              onClick={onShowShortcuts}
            >
              <KeyboardIcon />
              <span>Keyboard shortcuts</span>
              <kbd>?</kbd>
            </button>
          </li>
          <li>
            {/* The public site is a separate app: a plain link, not the router's. */}
            <a href={paths.home} className={styles.link} onClick={recordSiteViewed}>
              <ExternalIcon />
              <span>View Site</span>
            </a>
          </li>
          <li>
            <button type="button" className={styles.link} onClick={logOut}>
              <LogoutIcon />
              <span>Logout</span>
            </button>
          </li>
        </ul>
      </nav>
    </>
  );
}

/** The session ends on purpose, so no text stays behind for the next person at this computer. */
function useLogOut() {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const account = useAccountId();
  return async () => {
    await draftsSettled();
    const unsaved = drafts.ofAccount(account);
    const [only] = unsaved;
    const subject =
      only && unsaved.length === 1
        ? `A ${kindOf(only)} is not saved. Logging out discards it`
        : `${countUnsaved(unsaved)} are not saved. Logging out discards them`;
    const question = { title: "Log out?", question: `${subject}.`, confirmLabel: "Discard and log out" };
    if (only && !(await confirm(question))) return;
    endSession();
    drafts.discardAll(account);
    void navigate(paths.admin.login);
  };
}
