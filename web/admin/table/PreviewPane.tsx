import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { AdminAlbum } from "../../../contract/albums.ts";
import type { Sequence } from "../../../contract/sequences.ts";
import { messageOf } from "../../api/api-error.ts";
import { IconButton } from "../../ui/Button.tsx";
import { CloseIcon } from "../../ui/icons.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { versionPreviewQuery } from "../data/sequence.api.ts";
import styles from "./PreviewPane.module.css";

const DEVICES = [
  { label: "Desktop", width: 1440, height: 900 },
  { label: "Phone", width: 390, height: 844 },
] as const;

type PreviewPaneProps = { album: AdminAlbum; sequence: Sequence; onClose: () => void };

/** The real page of the version, as it is saved: over the table, at two widths. Scripts and links are off in it. */
export function PreviewPane({ album, sequence, onClose }: PreviewPaneProps) {
  const { data, error } = useQuery(versionPreviewQuery(album.slug, sequence, album.layout));
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    pane.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <section
      ref={pane}
      className={styles.pane}
      aria-label={`Preview of ${sequence.name}`}
      tabIndex={-1}
      onKeyDown={({ key }) => key === "Escape" && onClose()}
    >
      <header className={styles.bar}>
        <h2>{sequence.name}, as visitors would see it</h2>
        {data && (
          <a href={data.url} target="_blank" rel="noopener noreferrer">
            Open it to try it
          </a>
        )}
        <IconButton label="Close the preview" icon={<CloseIcon />} onClick={onClose} />
      </header>
      {error && <p role="alert">{messageOf(error, "The preview could not be loaded")}</p>}
      {!data && !error && <Loading />}
      {data && (
        <div className={styles.devices}>
          {DEVICES.map((device) => (
            <Device key={device.label} {...device} html={data.html} />
          ))}
        </div>
      )}
    </section>
  );
}

type DeviceProps = (typeof DEVICES)[number] & { html: string };

/** As large as fits, in the proportions of the device. */
function Device({ label, width, height, html }: DeviceProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const fit = () => frame.current?.style.setProperty("transform", `scale(${element.clientWidth / width})`);
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);
  return (
    <figure className={styles.device} style={{ flexGrow: width / height }}>
      <div ref={box} className={styles.screen} style={{ aspectRatio: `${width} / ${height}` }}>
        <iframe
          ref={frame}
          title={`${label}, ${width} pixels wide`}
          srcDoc={html}
          sandbox="allow-same-origin"
          width={width}
          height={height}
          // Another page must not open in here.
          onLoad={({ currentTarget }) => {
            for (const link of [...(currentTarget.contentDocument?.links ?? [])]) link.removeAttribute("href");
          }}
        />
      </div>
      <figcaption>{label}</figcaption>
    </figure>
  );
}
