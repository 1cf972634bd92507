import { Link } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { AdminPage } from "../page/AdminPage.tsx";
import { DiskUse } from "./DiskUse.tsx";
import styles from "./Settings.module.css";
import { StorageCard } from "./StorageCard.tsx";
import { VariantPanel } from "./VariantPanel.tsx";

export function SettingsPage() {
  return (
    <AdminPage title="Settings" subtitle="Manage your application settings and perform maintenance tasks.">
      <div className={styles.sections}>
        <section aria-labelledby="image-processing">
          <h2 id="image-processing">Image Processing</h2>
          <div className={styles.cards}>
            <VariantPanel />
          </div>
        </section>
        <section aria-labelledby="storage">
          <h2 id="storage">Storage and Backup</h2>
          <div className={styles.cards}>
            <StorageCard />
            <DiskUse />
          </div>
        </section>
        <section aria-labelledby="general-settings" className={styles.card}>
          <h2 id="general-settings">General Settings</h2>
          <p>Additional settings coming soon.</p>
          <p>
            <Link to={paths.admin.site}>Go to Site</Link> for your name, your texts and what visitors get to see.
          </p>
          <p>
            <Link to={paths.admin.categories}>Go to Categories</Link> to add, rename or hide the sections of your site.
          </p>
        </section>
      </div>
    </AdminPage>
  );
}
