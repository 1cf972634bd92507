import { useQuery } from "@tanstack/react-query";
import { versionQuery } from "../data/version.api.ts";
import styles from "./Settings.module.css";

export function VersionCard() {
  const running = useQuery(versionQuery);
  if (!running.data) return null;
  const { version, commit } = running.data;
  return (
    <div className={styles.card}>
      <p>
        This is Vitrine {version}
        {commit && `, commit ${commit}`}.
      </p>
    </div>
  );
}
