import { type MouseEvent, useRef } from "react";
import type { FocalPoint } from "../../../contract/focal-point.ts";
import { acceptedTypes, type SitePictureKind } from "../../../contract/limits.ts";
import type { AdminSite } from "../../../contract/site.ts";
import { Button } from "../../ui/Button.tsx";
import { useSitePicture } from "../upload/site-picture.ts";
import { SaveStatus } from "./SiteField.tsx";
import styles from "./SitePictureField.module.css";

type SitePictureFieldProps = { site: AdminSite; kind: SitePictureKind; label: string; hint: string };

const CENTRE: FocalPoint = { x: 0.5, y: 0.5 };

/** Uploads the portrait, the logo or the icon, which are no photos of the library, and says what their crops keep. */
export function SitePictureField({ site, kind, label, hint }: SitePictureFieldProps) {
  const file = useRef<HTMLInputElement>(null);
  const change = useSitePicture(kind);
  const picture = site.pictures[kind];
  const url = site[`${kind}_url`];
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <span>{label}</span>
        <SaveStatus status={change.status} />
      </div>
      <div className={styles.row}>
        {picture && url && kind !== "logo" && (
          <CropField
            label={label}
            url={kind === "icon" ? url.replace(/512\.png$/, "whole.png") : url}
            point={picture.focal_point ?? CENTRE}
            isSquare={kind === "icon"}
            onChange={(focalPoint) => change.mutate({ focalPoint })}
          />
        )}
        {picture && url && kind === "logo" && <img className={styles.logo} src={url} alt={`${label}, as it is now`} />}
        <div className={styles.buttons}>
          <input
            ref={file}
            type="file"
            hidden
            aria-label={`${label}, from this device`}
            accept={acceptedTypes(site.accepts_heic).join(",")}
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              if (chosen) change.mutate({ file: chosen });
              target.value = "";
            }}
          />
          <Button why={change.isPending && "Wait until it is saved"} onClick={() => file.current?.click()}>
            {`${picture ? "Replace" : "Upload"} ${label.toLowerCase()}`}
          </Button>
          {picture && <Button onClick={() => change.mutate("remove")}>Remove {label.toLowerCase()}</Button>}
        </div>
      </div>
      {change.error && (
        <p className={styles.error} role="alert">
          {change.error.message}
        </p>
      )}
      <p className={styles.hint}>{hint}</p>
    </div>
  );
}

type CropFieldProps = {
  label: string;
  url: string;
  point: FocalPoint;
  isSquare: boolean;
  onChange: (point: FocalPoint) => void;
};

/** The whole picture, to point at what matters, and the crop that comes of it. For the keyboard there are two sliders. */
function CropField({ label, url, point, isSquare, onChange }: CropFieldProps) {
  const press = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onChange({ x: share((clientX - left) / width), y: share((clientY - top) / height) });
  };
  const slider = (axis: "x" | "y", name: string) => (
    <input
      type="range"
      min={0}
      max={100}
      step={5}
      aria-label={`What the ${label.toLowerCase()} keeps in view, ${name}`}
      value={Math.round(point[axis] * 100)}
      onChange={({ target }) => onChange({ ...point, [axis]: Number(target.value) / 100 })}
    />
  );
  return (
    <div className={styles.crop}>
      <div className={styles.whole}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the sliders beside it do the same */}
        <img src={url} alt={`${label}, whole`} onClick={press} />
        <span className={styles.dot} style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }} />
      </div>
      <img
        className={isSquare ? styles.square : styles.upright}
        src={url}
        alt={`${label}, as visitors see it`}
        style={{ objectPosition: `${point.x * 100}% ${point.y * 100}%` }}
      />
      <div className={styles.sliders}>
        {slider("x", "from left to right")}
        {slider("y", "from top to bottom")}
      </div>
    </div>
  );
}

const share = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
