import type { ReactNode } from "react";
import { NavLink } from "react-router";
import type { AlbumId } from "../../../contract/album-id.ts";
import { type AlbumDrop, DROP_ATTRIBUTE } from "../reorder/album-drop.ts";
import styles from "./Sidebar.module.css";

type SidebarLinkProps = {
  to: string;
  icon?: ReactNode;
  count?: number | undefined;
  /** What is counted, if it is not what the link leads to. */
  countName?: string;
  /** Why visitors do not see it, in a word. */
  unseen?: "Draft" | "Later" | undefined;
  /** Photos can be dropped on it. */
  albumId?: AlbumId;
  /** What dropping the photos that are over it would do. */
  drop?: AlbumDrop["mode"];
  children: string;
};

export function SidebarLink({ to, icon, count, countName, unseen, albumId, drop, children }: SidebarLinkProps) {
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
        {unseen && !drop && <em>{unseen}</em>}
        {drop && <small>{drop === "add" ? "Add here" : "Move here"}</small>}
        {!drop && count !== undefined && count > 0 && (
          <small title={countName && `${count} ${countName}`}>{count.toLocaleString("en")}</small>
        )}
      </NavLink>
    </li>
  );
}
