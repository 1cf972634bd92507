import type { ReactNode } from "react";

/** Drawn on a 16 px grid in the text's colour. The label is next to the icon or on its button. */
function Icon({ children, filled }: { children: ReactNode; filled?: boolean }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill={filled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

const path = (d: string) => () => (
  <Icon>
    <path d={d} />
  </Icon>
);

const HEART = "M8 13.5 2.8 8.4a3.2 3.2 0 0 1 4.5-4.6l.7.7.7-.7a3.2 3.2 0 0 1 4.5 4.6Z";
const STAR = "m8 1.9 1.9 3.9 4.2.6-3 3 .7 4.3L8 11.6l-3.8 2.1.7-4.3-3-3 4.2-.6Z";
const STACK = "M2 5.5 8 2.5l6 3-6 3Zm0 3 6 3 6-3m-12 3 6 3 6-3";

export const HeartIcon = ({ filled }: { filled?: boolean }) => (
  <Icon filled={filled}>
    <path d={HEART} />
  </Icon>
);
export const StarIcon = ({ filled }: { filled?: boolean }) => (
  <Icon filled={filled}>
    <path d={STAR} />
  </Icon>
);
export const CollectionIcon = ({ filled }: { filled?: boolean }) => (
  <Icon filled={filled}>
    <path d={STACK} />
  </Icon>
);
export const LockIcon = path("M3.5 7.5h9v6h-9Zm2-.2V5a2.5 2.5 0 0 1 5 0v2.3");
export const EyeIcon = path(
  "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z",
);
export const HiddenIcon = path(
  "M2 2l12 12M6.5 4A6 6 0 0 1 8 3.5c4 0 6.5 4.5 6.5 4.5a11 11 0 0 1-2 2.5M9.6 12.2A6 6 0 0 1 8 12.5C4 12.5 1.5 8 1.5 8a11 11 0 0 1 2.6-3",
);
export const SectionsIcon = path("M2 3.5h12M2 8h12M2 12.5h8");
export const DraftIcon = path("M3 13.5v-2.8l7.6-7.6 2.8 2.8-7.6 7.6Zm6-8.8 2.8 2.8");
export const WarningIcon = path("M8 2 14.5 13.5h-13Zm0 4.2v3.6m0 2v.1");
export const TrashIcon = path("M2.5 4.5h11M6.5 4V2.5h3V4m-5.5.7.6 8.8h6.8l.6-8.8M6.7 7v4m2.6-4v4");
export const PlusIcon = path("M8 3v10M3 8h10");
export const CheckIcon = path("m3 8.5 3.2 3.2L13 4.8");
export const ChosenIcon = path("M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM5.2 8.2l2 2 3.6-4.2");
export const CommentIcon = path("M2.5 3h11v8H8.2L5 13.6V11H2.5Z");
export const CloseIcon = path("m4 4 8 8m0-8-8 8");
export const BurgerIcon = path("M2.5 4.5h11m-11 3.5h11m-11 3.5h11");
export const SearchIcon = path("M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Zm3.3 7.8 3.2 3.2");
export const MoreIcon = () => (
  <Icon filled>
    <circle cx="3.2" cy="8" r="0.7" />
    <circle cx="8" cy="8" r="0.7" />
    <circle cx="12.8" cy="8" r="0.7" />
  </Icon>
);
export const GridIcon = path("M2.5 2.5h4.3v4.3H2.5Zm6.7 0h4.3v4.3H9.2ZM2.5 9.2h4.3v4.3H2.5Zm6.7 0h4.3v4.3H9.2Z");
export const AlbumIcon = path("M2 4.5h4l1.3 1.5H14v7H2Z");
export const NoAlbumIcon = path("M2 4.5h4l1.3 1.5H14v7H2ZM2 2l12 12");
export const GuestIcon = path("M2 5.5h8.5V14H2Zm3.5-.2V2H14v8.5h-3.3");
export const PhotoIcon = path("M2 3h12v10H2Zm0 7.5 3.5-3.5 3.5 3.5 2-2 3 3M10.8 5.8h.01");
export const UserIcon = path(
  "M8 2.5a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4ZM2.8 13.5c0-2.4 2.3-3.8 5.2-3.8s5.2 1.4 5.2 3.8",
);
export const UsersIcon = path(
  "M6 3a2.3 2.3 0 1 0 0 4.6A2.3 2.3 0 0 0 6 3Zm-4.5 10c0-2.2 2-3.6 4.5-3.6s4.5 1.4 4.5 3.6M11 3.3a2.2 2.2 0 0 1 0 4.1m1.2 2.3c1.4.5 2.3 1.7 2.3 3.3",
);
export const UpIcon = path("M8 13V3M4 7l4-4 4 4");
export const DownIcon = path("M8 3v10m-4-4 4 4 4-4");
export const MessageIcon = path("M2 3.5h12v9H2Zm0 .5 6 4.5L14 4");
export const SiteIcon = path("M2 3h12v10H2Zm0 3h12M4 4.5h.01M6 4.5h.01");
export const SettingsIcon = path("M2.5 4.5h6m3 0h2m-11 7h2m3 0h6M10 3v3M6 10v3");
export const ExternalIcon = path("M9 2.5h4.5V7m0-4.5-6 6M11.5 9.5v4h-9v-9h4");
export const LogoutIcon = path("M9.5 5V2.5h-7v11h7V11M6 8h8m-2.5-2.5L14 8l-2.5 2.5");
export const UploadIcon = path("M8 10.5v-8m-3 3 3-3 3 3m-8.5 5v3h11v-3");
export const DownloadIcon = path("M8 2.5v8m-3-3 3 3 3-3m-8.5 3v3h11v-3");
export const CopyIcon = path("M5.5 5.5h8v8h-8Zm-3 5v-8h8");
export const RoomIcon = path("M3.5 13.5v-11h9v11m-11 0h13M10 8h.01");
export const UndoIcon = path("M6 3 2.5 6.5 6 10M3 6.5h6.5a4 4 0 0 1 0 7.5H7");
export const RedoIcon = path("m10 3 3.5 3.5L10 10m3.5-3.5H7a4 4 0 0 0 0 7.5h2");
export const MoveIcon = path("M2 8h12M5 5 2 8l3 3m6-6 3 3-3 3");
export const PanelIcon = path("M2 3h12v10H2Zm8 0v10");
export const LeftIcon = path("m10 3-5 5 5 5");
export const RightIcon = path("m6 3 5 5-5 5");
export const ZoomInIcon = path("M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Zm3.3 7.8 3.2 3.2M7 5v4M5 7h4");
export const ZoomOutIcon = path("M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Zm3.3 7.8 3.2 3.2M5 7h4");
export const TargetIcon = path("M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM8 1v3m0 8v3M1 8h3m8 0h3M8 8h.01");
export const KeyboardIcon = path("M1.5 4h13v8h-13ZM4 6.5h.01M6.7 6.5h.01M9.3 6.5h.01M12 6.5h.01M5 9.5h6");
export const ChevronIcon = path("m4 6 4 4 4-4");
export const OrderIcon = path("M5 13V3M2.5 5.5 5 3l2.5 2.5M11 3v10m-2.5-2.5L11 13l2.5-2.5");
