import { useQuery } from "@tanstack/react-query";
import { type PictureSize, VARIANT_EDGE_PX } from "../../../contract/limits.ts";
import { formatSpace } from "../../ui/format-space.ts";
import { diskUse } from "../data/settings.api.ts";
import styles from "./Settings.module.css";

const NAMES: Record<PictureSize, string> = {
  thumb: `Thumb, ${VARIANT_EDGE_PX.thumb} px`,
  small: `Small, ${VARIANT_EDGE_PX.small} px`,
  medium: `Medium, ${VARIANT_EDGE_PX.medium} px`,
  large: `Large, ${VARIANT_EDGE_PX.large} px`,
  xlarge: `Extra large, ${VARIANT_EDGE_PX.xlarge} px`,
  original: "Full size, made when a visitor requests it",
};

export function DiskUse() {
  const { data } = useQuery(diskUse);
  if (!data) return null;
  const { photos, uploaded_bytes, kept, sizes } = data;
  const rows = [
    { name: "Uploaded files", pictures: photos, bytes: uploaded_bytes },
    ...(kept.files > 0 ? [{ name: "Replaced files, kept for 30 days", pictures: kept.files, bytes: kept.bytes }] : []),
    ...sizes.map(({ size, pictures, bytes }) => ({ name: NAMES[size], pictures, bytes })),
  ];
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <div className={styles.card}>
      <table className={styles.diskUse}>
        <caption>Disk Use</caption>
        <thead>
          <tr>
            <th scope="col">Files</th>
            <th scope="col">Photos</th>
            <th scope="col">Total</th>
            <th scope="col">Per photo</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, pictures, bytes }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{pictures.toLocaleString()}</td>
              <td>{formatSpace(bytes)}</td>
              <td>{pictures > 0 ? formatSpace(bytes / pictures) : "–"}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Everything</th>
            <td>{photos.toLocaleString()}</td>
            <td>{formatSpace(total)}</td>
            <td>{photos > 0 ? formatSpace(total / photos) : "–"}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
