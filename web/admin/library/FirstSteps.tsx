import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { Button } from "../../ui/Button.tsx";
import { CheckIcon } from "../../ui/icons.tsx";
import { useDismissFirstSteps } from "../actions/first-steps.ts";
import { albumsQuery } from "../data/albums.api.ts";
import { firstStepsQuery, useRecordSiteViewed } from "../data/first-steps.api.ts";
import styles from "./FirstSteps.module.css";

/** What a new owner does first. It fills in as the steps are done, and stays until it is dismissed. */
export function FirstSteps() {
  const { data: steps } = useQuery(firstStepsQuery);
  const { data: albums = [] } = useQuery(albumsQuery);
  const dismiss = useDismissFirstSteps();
  const recordSiteViewed = useRecordSiteViewed();
  if (!steps?.shown) return null;

  const [firstAlbum] = albums;
  const done = [steps.site_named, steps.album_created, steps.photo_added, steps.about_written, steps.site_viewed];
  const doneCount = done.filter(Boolean).length;
  return (
    <section aria-labelledby="first-steps" className={styles.card}>
      <header className={styles.header}>
        <h2 id="first-steps">{doneCount === done.length ? "Your site is ready" : "First steps"}</h2>
        <p>
          {doneCount} of {done.length} done
        </p>
        <Button kind="quiet" onClick={dismiss}>
          Dismiss
        </Button>
      </header>
      <ol className={styles.steps}>
        <Step isDone={steps.site_named} hint="It is at the top of every page.">
          <Link to={paths.admin.site}>Name your site</Link>
        </Step>
        <Step isDone={steps.album_created} hint="Visitors see your photos in albums.">
          <Link to={paths.admin.albums}>Make an album</Link>
        </Step>
        <Step isDone={steps.photo_added} hint="Open an album and drop them in.">
          <Link to={firstAlbum ? paths.admin.album(firstAlbum.slug) : paths.admin.albums}>Add photos</Link>
        </Step>
        <Step isDone={steps.about_written} hint="It is on the contact page.">
          <Link to={`${paths.admin.site}#site-about`}>Write about yourself</Link>
        </Step>
        <Step isDone={steps.site_viewed} hint="It opens in a new tab.">
          {/* The public site is a separate app: a plain link, not the router's. */}
          <a href={paths.home} target="_blank" rel="noreferrer" onClick={recordSiteViewed}>
            Look at your site
          </a>
        </Step>
      </ol>
    </section>
  );
}

function Step({ isDone, hint, children }: { isDone: boolean; hint: string; children: ReactNode }) {
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <span className={styles.mark}>{isDone && <CheckIcon />}</span>
      <span className={styles.texts}>
        {isDone && <span className="visually-hidden">Done: </span>}
        {children}
        <span className={styles.hint}>{hint}</span>
      </span>
    </li>
  );
}
