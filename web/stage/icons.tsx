import styles from "./icons.module.css";

const ARROWS = {
  left: "M20 12H4M10 6l-6 6 6 6",
  right: "M4 12h16M14 6l6 6-6 6",
  up: "M12 20V4M6 10l6-6 6 6",
  down: "M12 4v16M6 14l6 6 6-6",
};

export const ArrowIcon = ({ direction }: { direction: keyof typeof ARROWS }) => <Icon path={ARROWS[direction]} />;
export const CloseIcon = () => <Icon path="M5 5l14 14M19 5L5 19" />;
export const OverviewIcon = () => <Icon path="M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z" />;
export const StripIcon = () => <Icon path="M3 6h5v12H3zM10 6h8v12h-8zM20 6h1v12h-1" />;
export const DownloadIcon = () => <Icon path="M12 4v12M6 10.5l6 6 6-6M4 20.5h16" />;
export const FullScreenIcon = () => <Icon path="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />;
export const ZoomIcon = ({ isIn }: { isIn: boolean }) => <Icon path={isIn ? "M4 12h16M12 4v16" : "M4 12h16"} />;

const HEART = "M12 20.5C5 15.5 2.5 12 2.5 8.6a4.9 4.9 0 0 1 9.5-1.7 4.9 4.9 0 0 1 9.5 1.7c0 3.4-2.5 6.9-9.5 11.9z";
/** Chosen, it is filled and has a tick. */
export const HeartIcon = ({ isFilled }: { isFilled: boolean }) => (
  <svg className={styles.icon} width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
    <path className={styles.edge} d={HEART} />
    <path d={HEART} className={isFilled ? styles.filled : undefined} />
    {isFilled && <path className={styles.tick} d="M8 11.3l3 3 5-5.6" />}
  </svg>
);

const Marked = ({ path, isFilled }: { path: string; isFilled: boolean }) => (
  <svg className={styles.icon} width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
    <circle className={styles.edge} cx="12" cy="12" r="10" />
    <circle cx="12" cy="12" r="10" className={isFilled ? styles.filled : undefined} />
    <path className={isFilled ? styles.tick : undefined} d={path} />
  </svg>
);
export const TickIcon = ({ isFilled }: { isFilled: boolean }) => (
  <Marked path="M7.5 12.3l3 3 6-6.6" isFilled={isFilled} />
);
export const ChangesIcon = ({ isFilled }: { isFilled: boolean }) => (
  <Marked path="M8 16l.6-2.6 6.2-6.2 2 2-6.2 6.2z" isFilled={isFilled} />
);

function Icon({ path }: { path: string }) {
  return (
    <svg className={styles.icon} width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
