import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { NavLink, useNavigate } from "react-router";
import type { AlbumId } from "../../../contract/album-id.ts";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { paths } from "../../../contract/paths.ts";
import { useMedia } from "../../hooks/use-media.ts";
import { Backdrop } from "../../ui/Backdrop.tsx";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { useOverlay } from "../../ui/focus.ts";
import {
  AlbumIcon,
  CollectionIcon,
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
import { type AlbumDrop, DROP_ATTRIBUTE, useAlbumDrop } from "../reorder/album-drop.ts";
import styles from "./Sidebar.module.css";

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
  const drop = useAlbumDrop();
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
          {areAlbumsShown &&
            categories.map(({ key, name, hidden }) => (
              <li key={key}>
                <NavLink to={paths.admin.albumsOf(key)} className={styles.category} end>
                  {name}
                  {hidden && <em>Hidden</em>}
                </NavLink>
                <ul>
                  {albums
                    .filter((album) => album.category === key)
                    .map((album) => (
                      <SidebarLink
                        key={album.id}
                        to={paths.admin.album(album.slug)}
                        count={album.photo_count}
                        isDraft={album.status === "draft"}
                        albumId={album.id}
                        drop={drop?.albumId === album.id ? drop.mode : undefined}
                      >
                        {album.title}
                      </SidebarLink>
                    ))}
                </ul>
              </li>
            ))}
        </ul>
        <ul hidden={!areAlbumsShown}>
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
          <SidebarLink to={paths.admin.categories} icon={<SectionsIcon />}>
            Categories
          </SidebarLink>
          <SidebarLink to={paths.admin.settings} icon={<SettingsIcon />}>
            Settings
          </SidebarLink>
        </ul>
        <ul className={styles.foot}>
          <li className={styles.keys}>
            <button type="button" className={styles.link} onClick={onShowShortcuts}>
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
    const count = drafts.ofAccount(account).length;
    const subject =
      count === 1
        ? "A text is not saved. Logging out discards it"
        : `${count} texts are not saved. Logging out discards them`;
    const question = { title: "Log out?", question: `${subject}.`, confirmLabel: "Discard and log out" };
    if (count > 0 && !(await confirm(question))) return;
    endSession();
    drafts.discardAll(account);
    void navigate(paths.admin.login);
  };
}

type SidebarLinkProps = {
  to: string;
  icon?: ReactNode;
  count?: number | undefined;
  /** What is counted, if it is not what the link leads to. */
  countName?: string;
  isDraft?: boolean;
  /** Photos can be dropped on it. */
  albumId?: AlbumId;
  /** What dropping the photos that are over it would do. */
  drop?: AlbumDrop["mode"];
  children: string;
};

function SidebarLink({ to, icon, count, countName, isDraft = false, albumId, drop, children }: SidebarLinkProps) {
  return (
    <li>
      <NavLink
        to={to}
        end
        className={`${styles.link} ${drop ? styles.target : ""}`}
        title={icon ? undefined : children}
        {...(albumId && { [DROP_ATTRIBUTE]: albumId })}
      >
        {icon}
        <span>{children}</span>
        {isDraft && !drop && <em>Draft</em>}
        {drop && <small>{drop === "add" ? "Add here" : "Move here"}</small>}
        {!drop && count !== undefined && count > 0 && (
          <small title={countName && `${count} ${countName}`}>{count.toLocaleString("en")}</small>
        )}
      </NavLink>
    </li>
  );
}
