import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { paths } from "../../../contract/paths.ts";
import { albumsQuery } from "../data/albums.api.ts";
import { pagePreviewQuery, siteQuery } from "../data/site.api.ts";
import styles from "./Site.module.css";

type Page = { label: string; path: string };
const HOME: Page = { label: "Home page", path: paths.home };
const CONTACT: Page = { label: "Contact page", path: paths.contact };
const DEVICES = [
  { label: "Desktop", width: 1280, height: 860 },
  { label: "Phone", width: 390, height: 780 },
] as const;

/** The public page as it is now, scaled down. It is looked at, not used: no script runs in it, and nothing takes focus. */
export function SitePreview() {
  const { data: albums = [] } = useQuery(albumsQuery);
  const shown = albums.find(({ status, photo_count }) => status === "public" && photo_count > 0);
  const pages = [HOME, ...(shown ? [{ label: "Album page", path: shown.url }] : []), CONTACT];
  const [label, setLabel] = useState(HOME.label);
  const page = pages.find((each) => each.label === label) ?? HOME;
  const [device, setDevice] = useState<(typeof DEVICES)[number]>(DEVICES[0]);
  const { dataUpdatedAt } = useQuery(siteQuery);
  const { data: html } = useQuery(pagePreviewQuery(page.path, dataUpdatedAt));
  const { box, width } = useWidth();
  const scale = Math.min(1, width / device.width);
  return (
    <section className={styles.preview} aria-label="Preview">
      <div className={styles.previewBar}>
        <Choices legend="Page" options={pages} chosen={page} onChoose={(chosen) => setLabel(chosen.label)} />
        <Choices legend="Device" options={DEVICES} chosen={device} onChoose={setDevice} />
      </div>
      <div ref={box} className={styles.previewBox} style={{ height: device.height * scale }}>
        {html !== undefined && (
          <iframe
            title={`${page.label} on a ${device.label.toLowerCase()}`}
            srcDoc={html}
            sandbox="allow-same-origin"
            inert
            tabIndex={-1}
            style={{ width: device.width, height: device.height, transform: `scale(${scale})` }}
          />
        )}
      </div>
    </section>
  );
}

type ChoicesProps<Option> = {
  legend: string;
  options: readonly Option[];
  chosen: Option;
  onChoose: (option: Option) => void;
};

function Choices<Option extends { label: string }>({ legend, options, chosen, onChoose }: ChoicesProps<Option>) {
  return (
    <fieldset className={styles.segments}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map((option) => (
        <label key={option.label}>
          <input
            type="radio"
            className="visually-hidden"
            name={`preview ${legend}`}
            checked={option === chosen}
            onChange={() => onChoose(option)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}
