import type { StageControls } from "../../stage/use-stage.ts";
import { IconButton } from "../../ui/Button.tsx";
import { CloseIcon, LeftIcon, PanelIcon, RightIcon, ZoomInIcon, ZoomOutIcon } from "../../ui/icons.tsx";
import styles from "./Loupe.module.css";
import type { LoupeAction } from "./loupe-action.ts";

type LoupeHeaderProps = {
  name: string;
  counter: string;
  stage: StageControls;
  isDetailsOpen: boolean;
  onToggleDetails: (() => void) | undefined;
  onClose: () => void;
};

export function LoupeHeader({ name, counter, stage, isDetailsOpen, onToggleDetails, onClose }: LoupeHeaderProps) {
  return (
    <header className={styles.header}>
      <p className={styles.counter}>{counter}</p>
      <h2 className={styles.name}>{name}</h2>
      {stage.canZoom && (
        <IconButton
          label={stage.isZoomed ? "Zoom out" : "Zoom in"}
          title={stage.isZoomed ? "Zoom out (Z)" : "Zoom in (Z)"}
          icon={stage.isZoomed ? <ZoomOutIcon /> : <ZoomInIcon />}
          onClick={stage.toggleZoom}
        />
      )}
      {onToggleDetails && (
        <IconButton
          label="Description"
          title="Description (I)"
          icon={<PanelIcon />}
          aria-pressed={isDetailsOpen}
          onClick={onToggleDetails}
        />
      )}
      <IconButton label="Close" title="Close (Escape)" icon={<CloseIcon />} onClick={onClose} />
    </header>
  );
}

type LoupeToolbarProps = {
  actions: LoupeAction[];
  isFirst: boolean;
  isLast: boolean;
  onMove: (direction: 1 | -1) => void;
};

export function LoupeToolbar({ actions, isFirst, isLast, onMove }: LoupeToolbarProps) {
  return (
    <section aria-label="This photo" className={styles.toolbar}>
      <IconButton label="Previous photo" icon={<LeftIcon />} disabled={isFirst} onClick={() => onMove(-1)} />
      {actions.map(({ label, icon, shortcut, isOn, onSelect }) => (
        <IconButton
          key={label}
          label={label}
          title={`${label} (${shortcut})`}
          aria-keyshortcuts={shortcut}
          icon={icon}
          aria-pressed={isOn}
          onClick={onSelect}
        />
      ))}
      <IconButton label="Next photo" icon={<RightIcon />} disabled={isLast} onClick={() => onMove(1)} />
    </section>
  );
}
