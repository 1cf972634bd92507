import styles from "./icons.module.css";

const ARROWS = {
  left: "M20 12H4M10 6l-6 6 6 6",
  right: "M4 12h16M14 6l6 6-6 6",
  up: "M12 20V4M6 10l6-6 6 6",
  down: "M12 4v16M6 14l6 6 6-6",
};

export const ArrowIcon = ({ direction }: { direction: keyof typeof ARROWS }) => <Icon path={ARROWS[direction]} />;
export const CloseIcon = () => <Icon path="M5 5l14 14M19 5L5 19" />;
export const FullScreenIcon = () => <Icon path="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />;
export const ZoomIcon = ({ isIn }: { isIn: boolean }) => <Icon path={isIn ? "M4 12h16M12 4v16" : "M4 12h16"} />;

/** Outlined in the paper's colour, so that it can be seen on any photograph without a box. */
function Icon({ path }: { path: string }) {
  return (
    <svg className={styles.icon} width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
      <path className={styles.outline} d={path} />
      <path d={path} />
    </svg>
  );
}
