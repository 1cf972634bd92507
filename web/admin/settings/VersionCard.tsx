import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { formatDateTime } from "../../ui/format-date.ts";
import { versionQuery } from "../data/version.api.ts";
import styles from "./Settings.module.css";

/** Which version runs. Whether there is a newer one is known only if a feed is read. */
export function VersionCard() {
  const running = useQuery(versionQuery);
  if (!running.data) return null;
  const { version, commit, newer, checked_at } = running.data;
  return (
    <div className={styles.card}>
      <p>
        This is Vitrine {version}
        {commit && ` (${commit})`}. <Link to={paths.admin.changes}>What has changed</Link>
      </p>
      {newer && (
        <div className={styles.banner}>
          <div>
            <p className={styles.bannerTitle}>Version {newer.version} is available</p>
            <p>
              <a href={newer.url} target="_blank" rel="noreferrer">
                What is new in {newer.version}
              </a>
            </p>
          </div>
        </div>
      )}
      {checked_at && !newer && <p className={styles.remark}>No newer version as of {formatDateTime(checked_at)}.</p>}
    </div>
  );
}
