import { useQueries } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { Loading } from "../../ui/Loading.tsx";
import { inboxQuery } from "../data/inbox.api.ts";
import { batchStatus, diskUse } from "../data/settings.api.ts";
import { storageQuery } from "../data/storage.api.ts";
import { retentionQuery } from "../data/trash-retention.api.ts";
import { versionQuery } from "../data/version.api.ts";
import { visitorDataQuery } from "../data/visitor-data.api.ts";
import { AdminPage } from "../page/AdminPage.tsx";
import { DiskUse } from "./DiskUse.tsx";
import { PublishingCard } from "./PublishingCard.tsx";
import styles from "./Settings.module.css";
import { StorageCard } from "./StorageCard.tsx";
import { VariantPanel } from "./VariantPanel.tsx";
import { VersionCard } from "./VersionCard.tsx";
import { VisitorDataCard } from "./VisitorDataCard.tsx";

export function SettingsPage() {
  return (
    <AdminPage title="Settings" subtitle="Manage your application settings and perform maintenance tasks.">
      <div className={styles.sections}>
        <Sections />
      </div>
    </AdminPage>
  );
}

/** All at once: a card that fills later would move the links below it from under the pointer. */
function Sections() {
  const isLoading = useQueries({
    // The panel polls it.
    queries: [
      { ...batchStatus, refetchInterval: false },
      storageQuery,
      diskUse,
      retentionQuery,
      visitorDataQuery,
      inboxQuery,
      versionQuery,
    ],
    // One that failed is asked for again by its card, which must not take the cards away.
    combine: (queries) => queries.some(({ isFetched }) => !isFetched),
  });
  if (isLoading) return <Loading />;
  return (
    <>
      <section aria-labelledby="storage">
        <h2 id="storage">Storage and Backup</h2>
        <div className={styles.cards}>
          <StorageCard />
        </div>
      </section>
      <section aria-labelledby="publishing">
        <h2 id="publishing">Publishing from Other Programs</h2>
        <div className={styles.cards}>
          <PublishingCard />
        </div>
      </section>
      <section aria-labelledby="visitor-data">
        <h2 id="visitor-data">Messages and Viewing Rooms</h2>
        <div className={styles.cards}>
          <VisitorDataCard />
        </div>
      </section>
      <section aria-labelledby="general-settings">
        <h2 id="general-settings">General Settings</h2>
        <div className={styles.card}>
          <p>Additional settings coming soon.</p>
          <p>
            <Link to={paths.admin.site}>Go to Site</Link> for your name, your texts and what visitors get to see.
          </p>
          <p>
            <Link to={paths.admin.categories}>Go to Categories</Link> to add, rename or hide the sections of your site.
          </p>
        </div>
      </section>
      <section aria-labelledby="maintenance">
        <h2 id="maintenance">Maintenance</h2>
        <p className={styles.remark}>Missing sizes are made in the background. Use this only for repairs.</p>
        <section aria-labelledby="image-processing">
          <h3 id="image-processing">Image Processing</h3>
          <div className={styles.cards}>
            <VariantPanel />
            <DiskUse />
          </div>
        </section>
      </section>
      <section aria-labelledby="version">
        <h2 id="version">Version</h2>
        <div className={styles.cards}>
          <VersionCard />
        </div>
      </section>
    </>
  );
}
