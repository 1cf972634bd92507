import { useQuery } from "@tanstack/react-query";
import { paths } from "../../../contract/paths.ts";
import type { AdminPhoto } from "../../../contract/photos.ts";
import { formatDateTime } from "../../ui/format-date.ts";
import { albumsQuery } from "../data/albums.api.ts";
import styles from "./PhotoFacts.module.css";
import { ReplaceFile } from "./ReplaceFile.tsx";

/** Facts from the camera and the file, read-only. */
export function PhotoFacts({ photo }: { photo: AdminPhoto }) {
  const { exif } = photo;
  const exposure = [exif.focal_length, exif.aperture, exif.shutter, exif.iso && `ISO ${exif.iso}`].filter(Boolean);
  return (
    <>
      {(photo.variant_error || photo.missing_variants.length > 0) && (
        <p className={styles.warning}>
          {photo.variant_error ?? `Missing variants: ${photo.missing_variants.join(", ")}.`} Go to Settings to generate
          them again.
        </p>
      )}
      <Facts
        title="Camera"
        facts={[
          ["Camera", exif.camera],
          ["Lens", exif.lens],
          ["Exposure", exposure.join("  ·  ")],
          ["Captured", photo.captured_on && capturedTime(photo.captured_on, photo.captured_zone)],
        ]}
      />
      <Facts
        title="Rights"
        facts={[
          ["Creator", photo.creator],
          ["Copyright", photo.copyright],
        ]}
      />
      <Facts
        title="File"
        facts={[
          ["Name", photo.filename],
          ["First name", photo.source_filename === photo.filename ? null : photo.source_filename],
          ["Size", `${photo.width} × ${photo.height} px, ${formatBytes(photo.filesize)}`],
          ["Uploaded", formatDateTime(photo.uploaded_on)],
          ["Modified", photo.file_modified_on && formatDateTime(photo.file_modified_on)],
        ]}
      />
      <PhotoLinks photo={photo} />
      <ReplaceFile photo={photo} />
    </>
  );
}

const capturedTime = (time: string, zone: string | null) =>
  zone ? `${formatDateTime(time)} (UTC${zone})` : formatDateTime(time);

function Facts({ title, facts }: { title: string; facts: [name: string, text: string | null | undefined][] }) {
  const known = facts.filter(([, text]) => text);
  if (known.length === 0) return null;
  return (
    <section className={styles.facts}>
      <h3>{title}</h3>
      <dl>
        {known.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function PhotoLinks({ photo }: { photo: AdminPhoto }) {
  const { data: albums = [] } = useQuery(albumsQuery);
  const album = albums.find(({ id }) => id === photo.album_id);
  return (
    <p className={styles.links}>
      <a href={photo.file_url} download={photo.filename}>
        Download original
      </a>
      {album && photo.is_visible && <a href={paths.photo(album, photo.id)}>View on site</a>}
    </p>
  );
}

function formatBytes(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
